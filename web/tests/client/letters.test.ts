/** A ticket has one letter for the whole game. */
import { expect, test } from "vitest";
import type { GameEvent, Step } from "../../src/protocol";
import { ticketLetters } from "../../src/table/desk/letters";

const step = (...events: GameEvent[]): Step => ({
  seat: 0,
  action: null,
  events,
  timed_out: false,
});
const offered = (...tickets: number[]) => ({ kind: "offered", seat: 0, tickets });
const BEGIN = [
  step(offered(20, 4, 11)),
  step({ kind: "chose_first_tickets", seat: 0, tickets: [4, 11] }),
];

test("a ticket keeps the letter that it was offered with", () => {
  expect([...ticketLetters(BEGIN.slice(0, 1), 0)]).toEqual([
    [20, "A"],
    [4, "B"],
    [11, "C"],
  ]);
  expect([...ticketLetters(BEGIN, 0)]).toEqual([
    [4, "B"],
    [11, "C"],
  ]);
});

test("new ones get letters that nobody has, and change none", () => {
  const later = [...BEGIN, step(offered(1, 2, 3))];
  const letters = Object.fromEntries(ticketLetters(later, 0));
  expect(letters).toEqual({ 4: "B", 11: "C", 1: "A", 2: "D", 3: "E" });
  const kept = [...later, step({ kind: "kept", seat: 0, tickets: [3] })];
  expect(Object.fromEntries(ticketLetters(kept, 0))).toEqual({ 4: "B", 11: "C", 3: "E" });
});

test("what others draw, and what they are not told, changes nothing", () => {
  const others = [...BEGIN, step({ kind: "offered", seat: 1, count: 3 })];
  expect(ticketLetters(others, 0)).toEqual(ticketLetters(BEGIN, 0));
  expect(ticketLetters(BEGIN, null).size).toBe(0);
});
