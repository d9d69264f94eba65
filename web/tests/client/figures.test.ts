import { expect, test } from "vitest";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import type { Step } from "../../src/protocol";
import { figuresOf } from "../../src/table/score/figures";

const step = (seat: number | null, action: string | null, ...events: object[]): Step =>
  ({ seat, action, events, timed_out: false }) as unknown as Step;

test("a game in figures counts what each seat did, and the set-up is no turn", () => {
  const steps = [
    step(
      null,
      null,
      { kind: "drew_blind", seat: 0 },
      { kind: "drew_blind", seat: 1 },
      { kind: "offered", seat: 0, count: 3 },
      { kind: "offered", seat: 1, count: 3 },
    ),
    step(0, "keep 1 2", { kind: "chose_first_tickets", seat: 0 }),
    step(1, "keep 1 2 3", { kind: "chose_first_tickets", seat: 1 }, { kind: "all_chose" }),
    step(0, "draw deck", { kind: "drew_blind", seat: 0 }),
    step(0, "draw red", { kind: "took_face_up", seat: 0, color: "red" }),
    step(1, "tickets", { kind: "offered", seat: 1, count: 3 }),
    step(1, "keep 1", { kind: "kept", seat: 1, count: 1 }),
    step(0, "claim denver-omaha"),
    step(0, "pay purple 3+1", { kind: "paid", seat: 0, route: "denver-omaha", locomotives: 1 }),
  ];
  expect(figuresOf(usa as unknown as Edition, steps, 2)).toEqual([
    { turns: 2, routes: { 4: 1 }, locomotives: 1, faceUp: 1, blind: 1, offered: 3 },
    { turns: 1, routes: {}, locomotives: 0, faceUp: 0, blind: 0, offered: 6 },
  ]);
});
