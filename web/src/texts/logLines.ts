/** The game told in words: lines of the log, made from the steps. */
import type { GameEvent, Step } from "../protocol";
import { list, signed, t, type TextValues } from "./index.svelte";
import { colorName, oneCard, routeName, seatName, ticketName, type Reader } from "./names";

export type Mark = "start" | "cards" | "claim" | "tickets" | "pass" | "table" | "end";

/** One line of the log. `at` is the number of actions after it: where a replay finds it. */
export interface Line {
  at: number;
  seat: number | null;
  mark: Mark;
  text: string;
  routes: string[];
  /** The first card of a turn, which a second one may follow. */
  card?: Taken;
  /** The time was up, and this was played for the seat: the text without that mark. */
  late?: string;
}

/** A card that was taken: its color, as far as it is known, and whether it came from the deck. */
interface Taken {
  color: string | null;
  isBlind: boolean;
}

/** What a seat did: each has a text about others, and one about the reader. */
type Deed = "card" | "claimed" | "offered" | "kept" | "kept_which" | "chose" | "passed";

/** A verb after "you" is not the one after a name, but in English. */
function did({ seat: mine }: Reader, seat: number | null, deed: Deed, values: TextValues = {}) {
  return t(seat !== null && seat === mine ? `log.you.${deed}` : `log.${deed}`, values);
}

/** A line with whose it is: "Ann took red", "you took blue". */
export function lineText(reader: Reader, { seat, text }: Pick<Line, "seat" | "text">): string {
  return seat === null ? text : `${seatName(reader, seat)} ${text}`;
}

/** All lines of some steps; `first` is the number of the first of them. */
export function logLines(reader: Reader, steps: Step[], first = 0): Line[] {
  const lines: Line[] = [];
  steps.forEach((step, index) => addStep(reader, step, first + index, lines));
  // Only now, since two cards of one turn share a line.
  for (const line of lines.filter(({ late }) => late !== undefined)) {
    line.late = line.text;
    line.text = t("log.late", { text: line.text });
  }
  return lines;
}

function addStep(reader: Reader, step: Step, at: number, lines: Line[]): void {
  if (step.action === null) {
    lines.push({ at, seat: null, mark: "start", text: t("log.start"), routes: [] });
  }
  for (const event of brief(step.events)) addEvent(reader, event, at, step.action === null, lines);
  if (step.timed_out) markLate(step.seat, at, lines);
}

/** Hundreds of sweeps are one line that counts them; of their reshuffles the last one is told. */
function brief(events: GameEvent[]): GameEvent[] {
  const times = events.reduce((sum, { kind, times }) => sum + sweepsOf(kind, times), 0);
  const sweep = events.findIndex(({ kind }) => kind === "swept");
  const reshuffle = events.findLastIndex(({ kind }) => kind === "reshuffled");
  return events.flatMap((event, place) => {
    if (event.kind === "swept") return place === sweep ? [{ ...event, times }] : [];
    return event.kind === "reshuffled" && place !== reshuffle ? [] : [event];
  });
}

function sweepsOf(kind: string, times: unknown): number {
  return kind === "swept" ? 1 : kind === "swept_often" ? Number(times) : 0;
}

/** The clock brought a step about: the line of its seat says so, once. */
function markLate(seat: number | null, at: number, lines: Line[]): void {
  const line = lines.findLast((one) => one.at === at && one.seat === seat);
  if (line) line.late = "";
}

function addEvent(
  reader: Reader,
  event: GameEvent,
  at: number,
  setUp: boolean,
  lines: Line[],
): void {
  const seat = event.seat ?? null;
  const add = (mark: Mark, text: string, routes: string[] = []) =>
    lines.push({ at, seat, mark, text, routes });
  switch (event.kind) {
    case "drew_blind":
    case "took_face_up":
      if (!setUp) addCard(reader, event, at, lines);
      break;
    case "paid":
      add("claim", claimText(reader, event), [String(event.route)]);
      break;
    case "offered":
      if (!setUp) add("tickets", did(reader, seat, "offered", { n: Number(event.count) }));
      break;
    case "kept":
    case "chose_first_tickets":
      add("tickets", keptText(reader, event));
      break;
    case "passed":
      add("pass", did(reader, seat, "passed"));
      break;
    default:
      addTableEvent(reader, event, at, setUp, lines);
  }
}

/** What concerns no single seat. */
function addTableEvent(
  reader: Reader,
  event: GameEvent,
  at: number,
  setUp: boolean,
  lines: Line[],
): void {
  const add = (mark: Mark, text: string, seat: number | null = null) =>
    lines.push({ at, seat, mark, text, routes: [] });
  switch (event.kind) {
    case "swept":
      add("table", sweptText(reader, Number(event.times)));
      break;
    case "reshuffled":
      if (!setUp) add("table", t("log.reshuffled", { n: Number(event.cards) }));
      break;
    case "draw_ended":
      add("table", t("log.draw_ended"));
      break;
    case "all_chose":
      (event.counts as number[]).forEach((n, seat) => {
        if (seat !== reader.seat) add("tickets", t("log.kept", { n }), seat);
      });
      break;
    case "final_round_began":
      add("end", t("log.final_round"));
      break;
    case "game_ended":
      add("end", event.reason === "deadlock" ? t("log.deadlock") : t("log.ended"));
  }
}

function sweptText({ edition }: Reader, n: number): string {
  return t("log.swept", { n, wild: colorName(edition, "locomotive", 3) });
}

/** Two cards of one turn share a line. */
function addCard(reader: Reader, event: GameEvent, at: number, lines: Line[]): void {
  const seat = event.seat ?? null;
  const last = lines.at(-1);
  const color = typeof event.color === "string" ? event.color : null;
  const card: Taken = { color, isBlind: event.kind === "drew_blind" };
  if (last?.card && last.seat === seat && last.at === at - 1) {
    last.text = did(reader, seat, "card", { card: twoCards(reader, last.card, card) });
    last.at = at;
    delete last.card;
  } else {
    const text = did(reader, seat, "card", { card: takenCard(reader, card) });
    lines.push({ at, seat, mark: "cards", text, routes: [], card });
  }
}

function takenCard({ edition }: Reader, { color, isBlind }: Taken): string {
  if (color === null) return t("log.blind");
  return fromDeck(oneCard(edition, color), isBlind);
}

/** "2 red", "red and blue, both from the deck", "two cards from the deck", or one after the other. */
function twoCards(reader: Reader, one: Taken, other: Taken): string {
  const { edition } = reader;
  const { color, isBlind } = one;
  if (isBlind !== other.isBlind) return list([takenCard(reader, one), takenCard(reader, other)]);
  if (color === null || other.color === null) return t("log.blind_two");
  if (color === other.color) return fromDeck(`2 ${colorName(edition, color, 2)}`, isBlind);
  const cards = list([oneCard(edition, color), oneCard(edition, other.color)]);
  // "Red and blue from the deck" is said where only the second card was.
  return isBlind ? t("log.blind_both", { cards }) : cards;
}

function fromDeck(color: string, isBlind: boolean): string {
  return isBlind ? t("log.blind_color", { color }) : color;
}

function claimText(reader: Reader, { seat, route, points }: GameEvent): string {
  return did(reader, seat ?? null, "claimed", {
    route: routeName(reader.edition, String(route)),
    points: signed(Number(points)),
  });
}

function keptText(reader: Reader, event: GameEvent): string {
  const seat = event.seat ?? null;
  const tickets = event.tickets as number[] | undefined;
  if (tickets) {
    const names = list(tickets.map((ticket) => ticketName(reader.edition, ticket)));
    return did(reader, seat, "kept_which", { tickets: names });
  }
  const n = event.count;
  return typeof n === "number" ? did(reader, seat, "kept", { n }) : did(reader, seat, "chose");
}
