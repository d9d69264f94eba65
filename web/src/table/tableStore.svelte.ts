/**
 * One table as this browser knows it. A view that comes replaces the old one whole, steps are
 * appended, and nothing is worked out here that the server has not said.
 */
import { afterPaint } from "../afterPaint.svelte";
import type { Cards, ChatLine, OfferChoice, Room, ServerMessage, Step } from "../protocol";
import type { Reaction, ReactionMessage, StandingAnswer, TicketProgress } from "../protocol";
import type { Reason, Refused, TableInfo, View, You } from "../protocol";
import { socketAddress, TableSocket, type Goodbye, type Link } from "../socket";
import { announce, note } from "../stores/notices.svelte";
import { reused } from "../stores/reuse";
import { seatNames } from "../texts/names";
import { Reactions } from "./reactions.svelte";
import { goodbyeText, whyText } from "../texts/why";

/** Called with the steps that are new, but not with those of the first view. */
export type OnSteps = (steps: Step[], first: number) => void;

const CHAT_KEPT = 200;
const NO_CARDS: Cards = {};
const NO_ACTIONS: string[] = [];

export class TableStore {
  readonly id: string;
  link = $state<Link>("connecting");
  /** How the last connection ended; null while there is one. */
  goodbye = $state.raw<Goodbye | null>(null);
  /** Why the server has let me go, until it has me back. */
  why = $state("");
  /** I am about to leave: nobody need tell me that I may not watch. */
  leaving = false;
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You | null>(null);
  view = $state.raw<View | null>(null);
  steps = $state.raw<Step[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  muted = $state.raw<ReadonlySet<string>>(new Set());
  progress = $state.raw<TicketProgress[]>([]);
  /** What all tickets would need, for every combination of those offered. */
  choices = $state.raw<OfferChoice[]>([]);
  /** Where all seats stand for the bonuses; null until the server has said so. */
  standing = $state.raw<StandingAnswer | null>(null);
  readonly reactions = new Reactions();
  /** A command is under way. */
  busy = $state(false);
  /** The last refusal, until something else happens. */
  refusal = $state.raw<Reason | null>(null);
  /** Which chair this connection speaks for; null = the first of mine, or a spectator. */
  chair = $state<number | null>(null);
  /** The game was still going on when this page came to it. */
  sawPlay = false;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  skew = 0;

  #socket: TableSocket;
  #onsteps = new Set<OnSteps>();
  #asked = "";
  #stood = "";
  #names: string[] = [];
  /** Calls off what waits for the next frame. */
  #callOff = () => {};

  readonly seat = $derived(this.you?.seat ?? null);
  readonly hand = $derived<Cards>(this.view?.own?.hand ?? NO_CARDS);
  readonly actions = $derived(this.view?.legal ?? NO_ACTIONS);
  readonly legal = $derived(new Set(this.actions));
  readonly myTurn = $derived(this.actions.length > 0);
  readonly names = $derived.by(() => (this.#names = reused(this.#names, seatNames(this.table))));
  readonly claimable = $derived(claimedIn(this.actions));

  constructor(id: string, chair: number | null = null) {
    this.id = id;
    this.chair = chair;
    this.#socket = this.#connect();
  }

  #connect(): TableSocket {
    return new TableSocket((seen) => socketAddress(this.id, this.chair, seen), {
      seen: () => this.steps.length,
      hear: (message) => this.hear(message),
      link: (link, goodbye) => this.#takeLink(link, goodbye ?? null),
    });
  }

  #takeLink(link: Link, goodbye: Goodbye | null): void {
    if (this.leaving && link === "ended") return;
    this.link = link;
    if (link !== "live" && !goodbye) return; // only trying
    const before = this.why;
    this.goodbye = goodbye;
    this.why = goodbye ? goodbyeText(goodbye) : "";
    if (!this.why || this.why === before) return;
    // Before the table is there, and at the end, the page itself shows it.
    if (!this.table || link === "ended") announce(this.why, true);
    else note(this.why, true);
  }

  /** Speak for another of my chairs. Everything known is forgotten: it was another's secret. */
  sitAt(chair: number): void {
    this.close();
    this.chair = chair;
    this.view = null;
    this.steps = [];
    this.progress = [];
    this.choices = [];
    this.#asked = "";
    this.#socket = this.#connect();
  }

  onSteps(listener: OnSteps): () => void {
    this.#onsteps.add(listener);
    return () => this.#onsteps.delete(listener);
  }

  hear(message: ServerMessage): void {
    if (message.t === "view") this.#takeView(message);
    else if (message.t === "table") {
      this.table = reused(this.table, message.table);
      this.you = reused(this.you, message.you);
    } else if (message.t === "chat") this.#takeChat(message);
    else if (message.t === "reaction") this.#takeReaction(message);
    else if (message.t === "refused" && message.view) this.#takeView(message.view);
    // What somebody said, for one: nobody waits for an answer to that.
    else if (message.t === "refused" && message.cmd_id === null) note(whyText(message), true);
  }

  #takeView(view: View): void {
    const isFirst = this.view === null;
    const known = this.steps.length;
    this.steps = [...this.steps.slice(0, view.since), ...view.steps];
    const taken = reused(this.view, view);
    this.view = taken;
    if (view.public.phase !== "over") this.sawPlay = true;
    this.skew = view.clock.now - Date.now();
    this.refusal = null;
    const first = Math.max(known, view.since);
    const fresh = this.steps.slice(first);
    if (!isFirst && fresh.length) for (const listener of this.#onsteps) listener(fresh, first);
    this.#callOff();
    this.#callOff = afterPaint(() => {
      this.#askTickets(taken);
      this.#askStanding(taken);
    });
  }

  #takeChat(line: ChatLine): void {
    if (this.chat.some(({ id }) => id === line.id)) return;
    this.chat = [...this.chat, line].slice(-CHAT_KEPT);
  }

  #takeReaction(message: ReactionMessage): void {
    if (!this.muted.has(message.guest)) this.reactions.take(message);
  }

  /** Ask where all seats stand, when somebody has claimed a route. */
  #askStanding({ public: { phase, routes, final_turns_left } }: View): void {
    const matters = JSON.stringify([routes, final_turns_left, phase === "first_tickets"]);
    if (phase === "over" || matters === this.#stood) return;
    this.#stood = matters;
    void this.#socket.askStanding().then((answer) => {
      if (answer.t === "standing") this.standing = reused(this.standing, answer);
    });
  }

  /** Ask how far the tickets are, when something that matters to them has changed. */
  #askTickets(view: View): void {
    if (!view.own || view.public.phase === "over") return;
    const { tickets, offer } = view.own;
    const matters = JSON.stringify([tickets, offer, view.public.routes]);
    if (matters === this.#asked || tickets.length + offer.length === 0) return;
    this.#asked = matters;
    void this.#socket.askTickets().then((answer) => {
      if (answer.t !== "tickets") return;
      this.progress = reused(this.progress, answer.tickets);
      this.choices = answer.choices;
    });
  }

  /** Play an action; true if it was stored. A refusal is shown until the next view. */
  async play(action: string): Promise<boolean> {
    if (this.busy || !this.view) return false;
    this.busy = true;
    try {
      const answer = await this.#socket.play(this.view.at, action);
      if (answer.t === "refused") this.refusal = reasonOf(answer);
      return answer.t === "ack";
    } finally {
      this.busy = false;
    }
  }

  askRoute(route: string) {
    return this.#socket.askRoute(route);
  }

  askHint() {
    return this.#socket.askHint();
  }

  /** Does a bot decide for my seat, since I was away? */
  get standIn(): boolean {
    const mine = this.table?.chairs[this.you?.chair ?? -1];
    return this.table?.status === "playing" && mine?.kind === "person" && mine.control === "bot";
  }

  takeBack(): void {
    this.#socket.tell({ t: "take_back" });
  }

  say(room: Room, text: string): boolean {
    return this.#socket.tell({ t: "say", room, text });
  }

  react(reaction: Reaction): boolean {
    return this.#socket.tell({ t: "react", reaction });
  }

  mute(guest: string, muted: boolean): void {
    const heard = new Set(this.muted);
    if (muted) heard.add(guest);
    else heard.delete(guest);
    this.muted = heard;
    this.#socket.tell({ t: "mute", guest, muted });
  }

  hurry(): void {
    this.#socket.hurry();
  }

  close(): void {
    this.#callOff();
    this.#socket.close();
  }
}

function reasonOf(refused: Refused): Reason {
  return { code: refused.code, values: refused.values, sentence: refused.sentence };
}

/** The routes that a list of legal actions lets its seat claim. */
export function claimedIn(legal: string[]): Set<string> {
  const claims = legal.filter((action) => action.startsWith("claim "));
  return new Set(claims.map((action) => action.split(" ")[1] ?? ""));
}
