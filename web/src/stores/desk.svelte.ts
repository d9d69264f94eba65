/**
 * What the user is looking at and about to do, before it is done: the open route, the tickets
 * marked to be kept, what is drawn on the map. Nothing here changes the game.
 */
import type { Edition } from "../board/edition";
import type { Ring } from "../board/rings";
import type { ChatLine, HintAnswer, RouteAnswer, TicketProgress } from "../protocol";
import { reasonText, routeOf, type Scene } from "../texts/words";
import { paysFor } from "./paying";
import { note } from "./said.svelte";
import { settings } from "./settings.svelte";
import type { TableStore } from "./table.svelte";

export type Tab = "map" | "tickets" | "players" | "log" | "chat";
export type Leaf = "rules" | "settings" | "keys" | "away" | "score" | null;

export class Desk {
  readonly store: TableStore;
  readonly edition: Edition;
  route = $state<string | null>(null);
  answers = $state.raw<Record<string, RouteAnswer>>({});
  /** Places of the offer that are marked to be kept, from 1. */
  marked = $state<number[]>([]);
  /** The ticket whose way is drawn. */
  shown = $state<number | null>(null);
  showAll = $state(false);
  /** Only routes that this color pays for stay highlighted. */
  color = $state<string | null>(null);
  askTickets = $state(false);
  /** A card of the row that was tapped once: its slot, or the deck. */
  armed = $state<number | "deck" | "two" | null>(null);
  tab = $state<Tab>("map");
  leaf = $state<Leaf>(null);
  text = $state(false);
  /** The command line is open. */
  commands = $state(false);
  /** Whose routes the text board shows. */
  find = $state("");
  highlight = $state.raw<string[]>([]);
  /** Tickets that were connected a moment ago. */
  justDone = $state.raw<number[]>([]);
  hint = $state.raw<HintAnswer | null>(null);
  thinking = $state(false);
  /** What the reveal at the end shows on the map just now. */
  revealed = $state.raw<{ routes: string[]; rings: Ring[]; cutOff: string[] } | null>(null);
  /** Points are being revealed: nobody's total is shown yet. */
  counting = $state(false);
  /** The last line of the chat that was shown. */
  #heard = $state(-1);
  /** The game was still going on when this page came to it. */
  watched = false;

  constructor(store: TableStore, edition: Edition) {
    this.store = store;
    this.edition = edition;
  }

  readonly scene = $derived.by<Scene>(() => ({
    edition: this.edition,
    names: this.store.names,
    seat: this.store.seat,
  }));
  readonly tickets = $derived.by(() => this.store.view?.own?.tickets ?? NONE);
  readonly offer = $derived.by(() => this.store.view?.own?.offer ?? NONE);
  readonly isOver = $derived.by(() => this.store.view?.public.phase === "over");
  readonly mustKeep = $derived.by(() => this.store.myTurn && this.offer.length > 0);
  readonly mustPay = $derived.by(
    () => this.store.myTurn && this.store.view?.public.phase === "payment",
  );
  /** Something is asked of the user beyond the cards on the table. */
  readonly asks = $derived.by(
    () =>
      this.hint !== null || this.route !== null || this.mustPay || this.mustKeep || this.askTickets,
  );
  /** Lines of others in the chat that were not shown yet. */
  readonly unread = $derived.by(() => {
    const { chat, muted, you } = this.store;
    const isNew = (line: ChatLine) => line.id > this.#heard && line.guest !== you?.guest;
    return chat.filter((line) => isNew(line) && !muted.has(line.guest ?? "")).length;
  });
  readonly claimable = $derived.by(() => this.#claimable());
  /** Routes shut by their twin. */
  readonly closed = $derived.by(() => new Set(this.#closed));
  readonly letters = $derived.by(() => this.#letters());
  readonly rings = $derived.by(() => this.#rings());
  readonly drawn = $derived.by(() => this.#drawn());

  readonly #closed = $derived.by(() => this.store.view?.public.closed);

  progressOf(ticket: number): TicketProgress | undefined {
    return this.store.progress.find((one) => one.ticket === ticket);
  }

  /** Open a route's sheet, and ask the server what can be done with it and with its twin. */
  async open(id: string): Promise<void> {
    this.askTickets = false;
    this.armed = null;
    this.route = id;
    const twin = routeOf(this.edition, id)?.twin;
    await this.ask(twin ? [id, twin] : [id]);
  }

  /** Ask the server about these routes, and forget what it said of others. */
  async ask(routes: string[]): Promise<void> {
    this.answers = {};
    if (this.store.seat === null || this.store.view?.public.phase === "over") return;
    const answers = await Promise.all(routes.map((route) => this.store.askRoute(route)));
    for (const answer of answers) {
      if (answer.t === "route") this.answers = { ...this.answers, [answer.route]: answer };
    }
  }

  /** Close whatever is open, the innermost first; false if nothing was. */
  close(): boolean {
    if (this.leaf) this.leaf = null;
    else if (this.commands) this.commands = false;
    else if (this.route) this.route = null;
    else if (this.askTickets) this.askTickets = false;
    else if (this.armed !== null) this.armed = null;
    else if (this.hint) this.hint = null;
    else if (this.shown !== null) this.shown = null;
    else if (this.color) this.color = null;
    else return false;
    return true;
  }

  /** Play, and say why not if it is refused. */
  async play(action: string): Promise<boolean> {
    this.hint = null;
    this.armed = null;
    const done = await this.store.play(action);
    const refusal = this.store.refusal;
    if (!done && refusal) note(reasonText(this.scene, refusal), true);
    if (done && action.startsWith("keep ")) {
      // What was marked and looked at belonged to the offer.
      this.marked = [];
      this.shown = null;
    }
    return done;
  }

  async claim(route: string, payment: string): Promise<void> {
    const paid = payment.replace(/^pay /, "");
    if (await this.play(`claim ${route} ${paid}`)) this.route = null;
    else if (this.route) await this.open(this.route);
  }

  /** Two cards from the deck: the second only if the server still allows it. */
  async drawTwo(): Promise<void> {
    if (!(await this.play("draw deck"))) return;
    if (this.store.legal.has("draw deck") && this.store.view?.public.phase === "second_card")
      await this.play("draw deck");
  }

  async keep(): Promise<void> {
    const places = [...this.marked].sort((one, other) => one - other);
    await this.play(`keep ${places.join(" ")}`);
  }

  mark(place: number): void {
    const others = this.marked.filter((one) => one !== place);
    this.marked = others.length === this.marked.length ? [...others, place] : others;
  }

  /** The chat is shown as it is now. */
  readChat(): void {
    this.#heard = this.store.chat.at(-1)?.id ?? this.#heard;
  }

  async askHint(): Promise<void> {
    this.thinking = true;
    const answer = await this.store.askHint();
    this.thinking = false;
    if (answer.t === "hint") this.hint = answer;
    else note(reasonText(this.scene, answer), true);
  }

  #claimable(): Set<string> {
    const all = this.store.claimable;
    if (!this.color) return all;
    const color = this.color;
    const pays = (id: string) => {
      const route = routeOf(this.edition, id);
      return route && paysFor(route, color, this.store.hand);
    };
    return new Set([...all].filter(pays));
  }

  /** The letter of each ticket that is to do, or offered: the same in the list and on the map. */
  #letters(): Map<number, string> {
    if (this.isOver) return new Map();
    const open = this.tickets.filter((ticket) => !this.progressOf(ticket)?.done);
    const tickets = this.offer.length ? this.offer : open;
    return new Map(tickets.map((ticket, index) => [ticket, LETTERS[index] ?? "*"]));
  }

  #rings(): Ring[] {
    const cities = (ticket: number) => this.edition.tickets[ticket]?.cities ?? [];
    const open = [...this.letters].flatMap(([ticket, letter]) =>
      cities(ticket).map((city) => ({ city, letter })),
    );
    const done = this.justDone.flatMap((ticket) =>
      cities(ticket).map((city) => ({ city, letter: "✓", done: true })),
    );
    return [...open, ...done];
  }

  /** The ways drawn on the map: of the shown ticket, of those marked, or of all. */
  #drawn(): { dashed: string[]; cutOff: string[] } {
    if (!settings.coach) return { dashed: [], cutOff: [] };
    const mine = this.showAll ? this.tickets : [];
    const looked = this.shown === null ? mine : [this.shown];
    // How those that are to be kept go together is what there is to decide.
    const marked = this.marked.flatMap((place) => this.offer[place - 1] ?? []);
    const tickets = new Set([...looked, ...marked]);
    const found = [...tickets].flatMap((ticket) => this.progressOf(ticket) ?? []);
    const cut = found.filter((one) => one.cut_off);
    return {
      dashed: [...new Set(found.flatMap((one) => one.routes))],
      cutOff: cut.flatMap((one) => this.letters.get(one.ticket) ?? []),
    };
  }
}

const NONE: number[] = [];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
