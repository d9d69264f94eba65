/** The game told in words: lines of the log, made from the steps. */
import type { GameEvent, Step } from "../protocol";
import { list, signed, t } from "./index.svelte";
import { colorName, routeName, ticketName, type Scene } from "./words";

export type Mark = "start" | "cards" | "claim" | "tickets" | "pass" | "table" | "end";

/** One line of the log. `at` is the number of actions after it: where a replay finds it. */
export interface Line {
  at: number;
  seat: number | null;
  mark: Mark;
  text: string;
  routes: string[];
  /** The first of two cards came from the deck: its color, as far as it is known. */
  blind?: string | null;
  /** The time was up, and this was played for the seat: the text without that mark. */
  late?: string;
}

/** All lines of some steps; `first` is the number of the first of them. */
export function tell(scene: Scene, steps: Step[], first = 0): Line[] {
  const lines: Line[] = [];
  steps.forEach((step, index) => tellStep(scene, step, first + index, lines));
  // Only now, since two cards of one turn share a line.
  for (const line of lines.filter(({ late }) => late !== undefined)) {
    line.late = line.text;
    line.text = t("log.late", { text: line.text });
  }
  return lines;
}

function tellStep(scene: Scene, step: Step, at: number, lines: Line[]): void {
  if (step.action === null) {
    lines.push({ at, seat: null, mark: "start", text: t("log.start"), routes: [] });
  }
  for (const event of step.events) tellEvent(scene, event, at, step.action === null, lines);
  if (step.timed_out) markLate(step.seat, at, lines);
}

/** The clock brought a step about: the line of its seat says so, once. */
function markLate(seat: number | null, at: number, lines: Line[]): void {
  const line = lines.findLast((one) => one.at === at && one.seat === seat);
  if (line) line.late = "";
}

function tellEvent(
  scene: Scene,
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
      if (!setUp) addCard(scene, event, at, lines);
      break;
    case "paid":
      add("claim", claimText(scene, event), [String(event.route)]);
      break;
    case "offered":
      if (!setUp) add("tickets", t("log.offered", { n: Number(event.count) }));
      break;
    case "kept":
    case "chose_first_tickets":
      add("tickets", keptText(scene, event));
      break;
    case "passed":
      add("pass", t("log.passed"));
      break;
    default:
      tellTable(scene, event, at, setUp, lines);
  }
}

/** What concerns no single seat. */
function tellTable(
  scene: Scene,
  event: GameEvent,
  at: number,
  setUp: boolean,
  lines: Line[],
): void {
  const add = (mark: Mark, text: string, seat: number | null = null) =>
    lines.push({ at, seat, mark, text, routes: [] });
  switch (event.kind) {
    case "swept":
      add("table", t("log.swept", { wild: colorName(scene.edition, "locomotive", 3) }));
      break;
    case "reshuffled":
      if (!setUp) add("table", t("log.reshuffled", { n: Number(event.cards) }));
      break;
    case "draw_ended":
      add("table", t("log.draw_ended"));
      break;
    case "all_chose":
      (event.counts as number[]).forEach((n, seat) => {
        if (seat !== scene.seat) add("tickets", t("log.kept", { n }), seat);
      });
      break;
    case "final_round_began":
      add("end", t("log.final_round"));
      break;
    case "game_ended":
      add("end", event.reason === "deadlock" ? t("log.deadlock") : t("log.ended"));
  }
}

/** Two cards of one turn share a line. */
function addCard(scene: Scene, event: GameEvent, at: number, lines: Line[]): void {
  const seat = event.seat ?? null;
  const last = lines.at(-1);
  const color = typeof event.color === "string" ? event.color : null;
  const isBlind = event.kind === "drew_blind";
  if (last?.mark === "cards" && last.seat === seat && last.at === at - 1) {
    last.text =
      isBlind && last.blind !== undefined
        ? twoBlind(scene, last.blind, color)
        : t("log.second", { first: last.text, card: cardText(scene, color, isBlind) });
    last.at = at;
  } else {
    const text = t("log.card", { card: cardText(scene, color, isBlind) });
    const known = isBlind ? { blind: color } : {};
    lines.push({ at, seat, mark: "cards", text, routes: [], ...known });
  }
}

function cardText({ edition }: Scene, color: string | null, isBlind: boolean): string {
  if (color === null) return t("log.blind");
  const name = colorName(edition, color);
  return isBlind ? t("log.blind_color", { color: name }) : name;
}

/** Two cards from the deck: hidden ones, or "2 red", or "red and blue". */
function twoBlind({ edition }: Scene, one: string | null, other: string | null): string {
  if (one === null || other === null) return t("log.blind_two");
  const isPair = one === other;
  const color = isPair
    ? `2 ${colorName(edition, one, 2)}`
    : list([colorName(edition, one), colorName(edition, other)]);
  return t("log.card", { card: t("log.blind_color", { color }) });
}

function claimText(scene: Scene, event: GameEvent): string {
  const route = routeName(scene.edition, String(event.route));
  return t("log.claimed", { route, points: signed(Number(event.points)) });
}

function keptText(scene: Scene, event: GameEvent): string {
  const tickets = event.tickets as number[] | undefined;
  if (!tickets) {
    return typeof event.count === "number" ? t("log.kept", { n: event.count }) : t("log.chose");
  }
  const names = list(tickets.map((ticket) => ticketName(scene.edition, ticket)));
  return t("log.kept_which", { tickets: names });
}
