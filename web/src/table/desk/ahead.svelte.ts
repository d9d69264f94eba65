/**
 * A move chosen while others play. It stays in this browser: the server hears of it when my turn has
 * come, after a pause such as people take who play by hand.
 */
import { LOCOMOTIVE } from "../../board/edition";
import type { PublicPart } from "../../protocol";
import { announce, note } from "../../stores/notices.svelte";
import { aheadText, dropText } from "../../texts/ahead";
import { turnText } from "../turnText";
import type { Desk } from "./desk.svelte";

/** One or two cards, of the row by their color or from the deck; or a claim with its payment. */
export type Ahead =
  { kind: "draw"; cards: readonly string[] } | { kind: "claim"; route: string; payment: string };

/** Why a move is given up: what it rested on has changed. */
export type Drop =
  | { why: "card"; card: string }
  | { why: "route"; route: string; seat: number }
  | { why: "closed"; route: string }
  | { why: "last_round" | "impossible" };

export const DECK = "deck";
/** Milliseconds after my own move in which a click is the end of a double click. */
const SLIP = 600;

type Row = Pick<PublicPart, "face_up" | "routes" | "closed" | "final_turns_left">;

export class MoveAhead {
  readonly #desk: Desk;
  #move = $state.raw<Ahead | null>(null);
  /** The last round had begun when the move was chosen. */
  #wasLast = false;
  #playedAt = -Infinity;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get move(): Ahead | null {
    return this.#move;
  }

  /** The move in words; nothing if there is none. */
  readonly text = $derived.by(() => (this.#move ? aheadText(this.#desk.reader, this.#move) : ""));
  /** Can a move be chosen? While others play, if a turn of mine is still to come. */
  readonly may = $derived.by(() => this.#may());
  /** The slots of the row whose cards are chosen. */
  readonly slots = $derived.by(() => chosenSlots(this.#face, this.#cards));
  readonly fromDeck = $derived.by(() => this.#cards.filter((card) => card === DECK).length);

  readonly #cards = $derived.by(() => (this.#move?.kind === "draw" ? this.#move.cards : NONE));
  readonly #face = $derived.by(() => this.#desk.store.view?.public.face_up ?? []);

  #may(): boolean {
    const { store, isOver } = this.#desk;
    const view = store.view?.public;
    if (!view || store.seat === null || store.myTurn || isOver || store.standIn) return false;
    // Whoever shares a device hands it on, and others' eyes are on it.
    return (store.you?.chairs.length ?? 0) < 2 && hasTurnLeft(view, store.seat);
  }

  /** Choose a card; a second one follows the first, and one that was chosen is put back. */
  chooseCard(card: string, slot: number | null = null): void {
    const isChosen = slot === null ? false : this.slots.has(slot);
    const others = isChosen ? without(this.#cards, card) : [...this.#cards, card];
    const isPair = others.length === 2 && !others.includes(LOCOMOTIVE);
    if (isChosen) this.#choose(others.length ? { kind: "draw", cards: others } : null);
    else this.#choose({ kind: "draw", cards: isPair ? others : [card] });
  }

  chooseTwo(): void {
    this.#choose({ kind: "draw", cards: [DECK, DECK] });
  }

  chooseClaim(route: string, payment: string): void {
    this.#choose({ kind: "claim", route, payment });
  }

  #choose(move: Ahead | null): void {
    if (!this.may || performance.now() - this.#playedAt < SLIP) return;
    this.#move = move;
    this.#wasLast = this.#desk.store.view?.public.final_turns_left !== null;
    if (move) announce(`${turnText(this.#desk)}. ${this.text}`);
  }

  cancel(): void {
    this.#move = null;
  }

  /** I have played by hand: what was chosen for this turn is over, and what comes now is a slip. */
  played(): void {
    this.#move = null;
    this.#playedAt = performance.now();
  }

  /** Give the move up if it rested on something that is gone. */
  check(): void {
    const view = this.#desk.store.view?.public;
    const drop = this.#move && view ? whyDropped(this.#move, view, this.#wasLast) : null;
    if (drop) this.#drop(drop);
  }

  /** It is my turn: play the move, of two cards the first; the second follows when it may. */
  async send(): Promise<void> {
    const { store } = this.#desk;
    const move = this.#move;
    if (!move) return;
    const [first, ...rest] = this.#cards;
    const action = move.kind === "claim" ? `claim ${move.route}` : `draw ${first}`;
    if (!store.legal.has(action)) return this.#drop({ why: "impossible" });
    this.#move = null;
    const paid = move.kind === "claim" ? ` ${move.payment.replace(/^pay /, "")}` : "";
    const done = await this.#desk.play(action + paid);
    if (done && rest.length && store.view?.public.phase === "second_card")
      this.#move = { kind: "draw", cards: rest };
  }

  #drop(drop: Drop): void {
    this.#move = null;
    note(dropText(this.#desk.reader, drop));
  }
}

/** Has what a move rested on changed? */
export function whyDropped(move: Ahead, view: Row, wasLast: boolean): Drop | null {
  if (view.final_turns_left !== null && !wasLast) return { why: "last_round" };
  if (move.kind === "draw") {
    const slots = chosenSlots(view.face_up, move.cards);
    const gone = move.cards.filter((card) => card !== DECK).length > slots.size;
    return gone ? { why: "card", card: missing(view.face_up, move.cards) } : null;
  }
  const { route } = move;
  const seat = view.routes[route];
  if (seat !== undefined) return { why: "route", route, seat };
  return view.closed.includes(route) ? { why: "closed", route } : null;
}

/** Where the chosen cards lie: of several of a color the leftmost. */
export function chosenSlots(
  face: readonly (string | null)[],
  cards: readonly string[],
): Set<number> {
  const slots = new Set<number>();
  for (const card of cards) {
    const slot = face.findIndex((color, place) => color === card && !slots.has(place));
    if (slot >= 0) slots.add(slot);
  }
  return slots;
}

function missing(face: readonly (string | null)[], cards: readonly string[]): string {
  const count = (all: readonly (string | null)[], card: string) =>
    all.filter((one) => one === card).length;
  const gone = cards.find((card) => card !== DECK && count(face, card) < count(cards, card));
  return gone ?? DECK;
}

function without(cards: readonly string[], card: string): string[] {
  const place = cards.indexOf(card);
  return cards.filter((_, n) => n !== place);
}

/** In the last round: is a seat still to come? */
function hasTurnLeft(view: PublicPart, seat: number): boolean {
  const { final_turns_left: left, seats } = view;
  return left === null || (seat - view.seat + seats) % seats < left;
}

const NONE: readonly string[] = [];
