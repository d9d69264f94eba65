import { afterEach, expect, test } from "vitest";
import type { PublicPart } from "../../src/protocol";
import { lastRoundText, roundOf } from "../../src/table/turnText";
import { speak } from "../../src/texts/index.svelte";

afterEach(() => speak("en"));

const at = (turns: number, seats: number, phase: PublicPart["phase"] = "turn") =>
  roundOf({ turns, seats, phase, seat: turns % seats, final_turns_left: null });

test("a round is over when everybody had a turn", () => {
  expect([0, 1, 2, 3, 5, 6].map((turns) => at(turns, 3))).toEqual([1, 1, 1, 2, 2, 3]);
});

test("choosing first tickets belongs to the first round, and a game ends in its last one", () => {
  expect(at(0, 4, "first_tickets")).toBe(1);
  expect(at(6, 3, "over")).toBe(2);
  expect(at(7, 3, "over")).toBe(3);
});

/** What each of three seats and a spectator read while a seat plays. */
const read = (left: number | null, seat: number) => {
  const view = { final_turns_left: left, phase: "turn" as const, seat, seats: 3, turns: 20 };
  return [0, 1, 2, null].map((mine) => lastRoundText(view, mine).replace("Last round: ", ""));
};
const [now, coming, done] = ["your last turn", "you have one turn left", "you’re done"];

test("before the last round nothing is said of it, nor when all is over", () => {
  expect(read(null, 1)).toEqual(["", "", "", ""]);
  const over = { final_turns_left: 0, phase: "over" as const, seat: 0, seats: 3, turns: 21 };
  expect(lastRoundText(over, 1)).toBe("");
});

test("everybody has one more turn, and sees whether it is still to come", () => {
  expect(read(3, 2)).toEqual([coming, coming, now, "3 turns left"]);
  expect(read(2, 0)).toEqual([now, coming, done, "2 turns left"]);
  expect(read(1, 1)).toEqual([done, now, done, "1 turn left"]);
});

test("with two seats too", () => {
  const view = { phase: "turn" as const, seats: 2, turns: 9 };
  const mine = (left: number, seat: number) =>
    lastRoundText({ ...view, final_turns_left: left, seat }, 0);
  expect(mine(2, 1)).toBe("Last round: you have one turn left");
  expect(mine(1, 0)).toBe("Last round: your last turn");
  expect(mine(2, 0)).toBe("Last round: your last turn");
  expect(mine(1, 1)).toBe("Last round: you’re done");
});

test("the last round is told in German and French", async () => {
  const view = { final_turns_left: 2, phase: "turn" as const, seat: 1, seats: 3, turns: 20 };
  await speak("de");
  expect(lastRoundText(view, 2)).toBe("Letzte Runde: du hast noch einen Zug");
  await speak("fr");
  expect(lastRoundText(view, 0)).toBe("Dernière manche\u202f: vous avez fini");
});
