/**
 * What the user is looking at and about to do, before it is done: the open route, the tickets
 * marked to be kept, the lifted card. Nothing here changes the game. Others read its fields, and
 * change them by its verbs alone.
 */
import type { Edition } from "../../board/edition";
import type {
  ChatLine,
  HintAnswer,
  OfferChoice,
  RouteAnswer,
  TicketProgress,
} from "../../protocol";
import { note } from "../../stores/notices.svelte";
import { settings } from "../../stores/settings.svelte";
import { reasonText, routeOf, type Reader } from "../../texts/names";
import { paysFor } from "../payment/paysFor";
import type { TableStore } from "../tableStore.svelte";
import { DECK, MoveAhead } from "./ahead.svelte";
import { Panels } from "./panels.svelte";
import { SeatLight } from "./seatLight.svelte";
import { Spotlight } from "./spotlight.svelte";
import { TicketWays } from "./ticketWays.svelte";

/** A card that was tapped once: its slot of the row, or one or two from the deck. */
export type Lifted = number | "deck" | "two";

export class Desk {
  readonly store: TableStore;
  readonly edition: Edition;
  readonly panels = new Panels();
  readonly spotlight = new Spotlight();
  readonly ways = new TicketWays(this);
  readonly light = new SeatLight(this);
  readonly ahead = new MoveAhead(this);

  #route = $state<string | null>(null);
  #answers = $state.raw<Readonly<Record<string, RouteAnswer>>>({});
  #marked = $state.raw<readonly number[]>([]);
  #color = $state<string | null>(null);
  #asksTickets = $state(false);
  #lifted = $state<Lifted | null>(null);
  #drawsTwo = $state(false);
  #hint = $state.raw<HintAnswer | null>(null);
  #isThinking = $state(false);
  /** The last line of the chat that was shown. */
  #heard = $state(-1);

  constructor(store: TableStore, edition: Edition) {
    this.store = store;
    this.edition = edition;
  }

  readonly reader = $derived.by<Reader>(() => ({
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
      this.#hint !== null ||
      this.#route !== null ||
      this.mustPay ||
      this.mustKeep ||
      this.#asksTickets,
  );
  /** Lines of others in the chat that were not shown yet. */
  readonly unread = $derived.by(() => {
    const { chat, muted, you } = this.store;
    const isNew = (line: ChatLine) => line.id > this.#heard && line.guest !== you?.guest;
    return chat.filter((line) => isNew(line) && !muted.has(line.guest ?? "")).length;
  });
  /** What all my tickets would need with those that are marked, as far as the server has said. */
  readonly choice = $derived.by(() => this.choiceOf(this.#marked));
  readonly claimable = $derived.by(() => this.#claimable());
  /** Routes shut by their twin. */
  readonly closed = $derived.by(() => new Set(this.#closed));

  readonly #closed = $derived.by(() => this.store.view?.public.closed);

  /** The route whose sheet is open. */
  get route(): string | null {
    return this.#route;
  }

  /** What the server said of the routes that were asked about. */
  get answers(): Readonly<Record<string, RouteAnswer>> {
    return this.#answers;
  }

  /** Places of the offer that are marked to be kept, from 1. */
  get marked(): readonly number[] {
    return this.#marked;
  }

  /** Only routes that this color pays for stay highlighted. */
  get color(): string | null {
    return this.#color;
  }

  /** The user is asked whether to draw tickets. */
  get asksTickets(): boolean {
    return this.#asksTickets;
  }

  get lifted(): Lifted | null {
    return this.#lifted;
  }

  /** Two cards are being drawn: nobody need be asked for the second. */
  get drawsTwo(): boolean {
    return this.#drawsTwo;
  }

  get hint(): HintAnswer | null {
    return this.#hint;
  }

  /** A hint is being worked out. */
  get isThinking(): boolean {
    return this.#isThinking;
  }

  progressOf(ticket: number): TicketProgress | undefined {
    return this.store.progress.find((one) => one.ticket === ticket);
  }

  choiceOf(marked: readonly number[]): OfferChoice | undefined {
    const wanted = marked.toSorted((one, other) => one - other).join();
    return this.store.choices.find(({ places }) => places.join() === wanted);
  }

  /** Open a route's sheet, and ask the server what can be done with it and with its twin. */
  async open(id: string): Promise<void> {
    this.#asksTickets = false;
    this.#lifted = null;
    this.#route = id;
    const twin = routeOf(this.edition, id)?.twin;
    await this.ask(twin ? [id, twin] : [id]);
  }

  closeRoute(): void {
    this.#route = null;
  }

  /** Ask the server about these routes, and forget what it said of others. */
  async ask(routes: string[]): Promise<void> {
    this.#answers = {};
    if (this.store.seat === null || this.isOver) return;
    const answers = await Promise.all(routes.map((route) => this.store.askRoute(route)));
    for (const answer of answers) {
      if (answer.t === "route") this.#answers = { ...this.#answers, [answer.route]: answer };
    }
  }

  /** What was said of the open route may no longer hold: ask again, and show the old until then. */
  async refresh(): Promise<void> {
    const asked = Object.keys(this.#answers);
    const answers = await Promise.all(asked.map((route) => this.store.askRoute(route)));
    for (const answer of answers) {
      if (answer.t === "route" && answer.route in this.#answers)
        this.#answers = { ...this.#answers, [answer.route]: answer };
    }
  }

  /** Close whatever is open, the innermost first; false if nothing was. */
  close(): boolean {
    if (this.panels.close()) return true;
    if (this.#route) this.closeRoute();
    else if (this.#asksTickets) this.cancelTickets();
    else if (this.#lifted !== null) this.#lifted = null;
    else if (this.#hint) this.closeHint();
    else if (this.ahead.move) this.ahead.cancel();
    else if (this.ways.shown !== null) this.ways.hide();
    else if (this.light.seat !== null) this.light.show(null);
    else if (this.#color) this.#color = null;
    else return false;
    return true;
  }

  /** Play, and say why not if it is refused. */
  async play(action: string): Promise<boolean> {
    this.#hint = null;
    this.#lifted = null;
    this.ahead.cancel();
    const done = await this.store.play(action);
    if (done) this.ahead.played();
    const refusal = this.store.refusal;
    if (!done && refusal) note(reasonText(this.reader, refusal), true);
    if (done && action.startsWith("keep ")) this.#forgetOffer();
    return done;
  }

  async claim(route: string, payment: string): Promise<void> {
    const paid = payment.replace(/^pay /, "");
    if (await this.play(`claim ${route} ${paid}`)) this.closeRoute();
    else if (this.#route) await this.open(this.#route);
  }

  /** Claim a route now, or when my turn comes. */
  async claimWith(route: string, payment: string): Promise<void> {
    if (this.store.myTurn) return this.claim(route, payment);
    this.ahead.chooseClaim(route, payment);
    this.closeRoute();
  }

  /** A card of the row was tapped: it is taken, or chosen for my next turn. */
  takeCard(slot: number, color: string): void {
    if (!this.#isSure(slot)) return;
    if (this.store.myTurn) void this.play(`draw ${color}`);
    else this.ahead.chooseCard(color, slot);
  }

  /** The deck was tapped. */
  drawCards(how: "deck" | "two"): void {
    if (!this.#isSure(how)) return;
    if (!this.store.myTurn && how === "two") this.ahead.chooseTwo();
    else if (!this.store.myTurn) this.ahead.chooseCard(DECK);
    else if (how === "two") void this.drawTwo();
    else void this.play("draw deck");
  }

  /** With confirmation on, the first tap only lifts the card. */
  #isSure(card: Lifted): boolean {
    const isSure = !settings.confirm || this.#lifted === card;
    this.#lifted = isSure ? null : card;
    return isSure;
  }

  /** Two cards from the deck: the second only if the server still allows it. */
  async drawTwo(): Promise<void> {
    this.#drawsTwo = true;
    const drew = await this.play("draw deck");
    const isSecond = this.store.view?.public.phase === "second_card";
    if (drew && isSecond && this.store.legal.has("draw deck")) await this.play("draw deck");
    this.#drawsTwo = false;
  }

  /** Ask whether to draw tickets: it cannot be taken back. */
  askTickets(): void {
    this.closeRoute();
    this.#asksTickets = true;
  }

  cancelTickets(): void {
    this.#asksTickets = false;
  }

  async drawTickets(): Promise<void> {
    if (await this.play("tickets")) this.#asksTickets = false;
  }

  /** Mark a place of the offer to be kept, or take the mark away. */
  mark(place: number): void {
    const others = this.#marked.filter((one) => one !== place);
    this.#marked = others.length === this.#marked.length ? [...others, place] : others;
  }

  /** Mark these places of the offer, and no others. */
  markOnly(places: readonly number[]): void {
    this.#marked = places;
  }

  async keep(): Promise<void> {
    const places = this.#marked.toSorted((one, other) => one - other);
    await this.play(`keep ${places.join(" ")}`);
  }

  /** What was marked and looked at belonged to the offer. */
  #forgetOffer(): void {
    this.#marked = [];
    this.ways.hide();
  }

  /** Highlight only what this color pays for, or again all. */
  toggleColor(color: string): void {
    this.#color = this.#color === color ? null : color;
  }

  async askHint(): Promise<void> {
    this.#isThinking = true;
    const answer = await this.store.askHint();
    this.#isThinking = false;
    if (answer.t === "hint") this.#hint = answer;
    else note(reasonText(this.reader, answer), true);
  }

  /** Do what the hint says, or another move of it; a claim opens its route, where one pays. */
  async followHint(action = this.#hint?.action ?? ""): Promise<void> {
    if (!this.#hint) return;
    const [kind, route] = action.split(" ");
    if (kind === "claim" && route) {
      this.closeHint();
      await this.open(route);
    } else await this.play(action);
  }

  closeHint(): void {
    this.#hint = null;
  }

  /** The chat is shown as it is now. */
  readChat(): void {
    this.#heard = this.store.chat.at(-1)?.id ?? this.#heard;
  }

  /** Another of my chairs decides now: what this one marked and looked at is not for it. */
  handOver(chair: number): void {
    this.#forgetOffer();
    this.closeRoute();
    this.ahead.cancel();
    this.store.sitAt(chair);
  }

  #claimable(): Set<string> {
    const all = this.store.claimable;
    if (!this.#color) return all;
    const color = this.#color;
    const pays = (id: string) => {
      const route = routeOf(this.edition, id);
      return route && paysFor(route, color, this.store.hand);
    };
    return new Set([...all].filter(pays));
  }
}

const NONE: number[] = [];
