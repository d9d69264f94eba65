/** Moves chosen while others play: what can be chosen, what is sent, and why one is given up. */
import { beforeEach, expect, test, vi } from "vitest";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import type { View, You } from "../../src/protocol";
import { notes } from "../../src/stores/notices.svelte";
import { whyDropped } from "../../src/table/desk/ahead.svelte";
import { Desk } from "../../src/table/desk/desk.svelte";
import { TableStore } from "../../src/table/tableStore.svelte";

const played: string[] = [];
vi.mock("../../src/socket", () => ({
  TableSocket: class {
    play = (_: number, action: string) => {
      played.push(action);
      if (action === "draw red") store.hear(view({ phase: "second_card" }, ["draw deck"]));
      return Promise.resolve({ t: "ack" });
    };
    askTickets = () => new Promise(() => {});
    askStanding = () => new Promise(() => {});
    close = () => {};
  },
  socketAddress: () => "",
}));

const PUBLIC = {
  phase: "turn",
  seat: 1,
  seats: 2,
  routes: {},
  closed: [],
  final_turns_left: null,
  waiting_for: [1],
  face_up: ["red", "blue", "red", "locomotive", null],
} as unknown as View["public"];

function view(said: Partial<View["public"]> = {}, legal: string[] | null = null): View {
  const own = { hand: {}, tickets: [], offer: [] } as unknown as View["own"];
  const clock = { now: 0, seats: [] };
  return {
    t: "view",
    at: 0,
    since: 0,
    steps: [],
    public: { ...PUBLIC, ...said },
    own,
    legal,
    clock,
  };
}

let store: TableStore;
let desk: Desk;
beforeEach(() => {
  played.length = 0;
  notes.length = 0;
  store = new TableStore("table");
  store.you = { chairs: [0], chair: 0, seat: 0 } as unknown as You;
  store.hear(view());
  desk = new Desk(store, usa as unknown as Edition);
});

const cards = () => (desk.ahead.move?.kind === "draw" ? desk.ahead.move.cards : null);

test("a second card follows the first, a third begins again, and a chosen one is put back", () => {
  desk.ahead.chooseCard("red", 0);
  desk.ahead.chooseCard("blue", 1);
  expect([cards(), [...desk.ahead.slots]]).toEqual([
    ["red", "blue"],
    [0, 1],
  ]);
  desk.ahead.chooseCard("deck");
  expect(cards()).toEqual(["deck"]);
  desk.ahead.chooseCard("red", 2);
  desk.ahead.chooseCard("red", 0);
  expect(cards()).toEqual(["deck"]);
});

test("a face-up locomotive is a whole draw", () => {
  desk.ahead.chooseCard("red", 0);
  desk.ahead.chooseCard("locomotive", 3);
  expect(cards()).toEqual(["locomotive"]);
  desk.ahead.chooseCard("blue", 1);
  expect(cards()).toEqual(["blue"]);
});

test("nothing is sent before my turn; then the first card, and the second when it may be", async () => {
  desk.ahead.chooseCard("red", 0);
  desk.ahead.chooseCard("deck");
  expect(played).toEqual([]);
  store.hear(view({ seat: 0 }, ["draw deck", "draw red"]));
  await desk.ahead.send();
  expect([played, cards()]).toEqual([["draw red"], ["deck"]]);
  await desk.ahead.send();
  expect([played, cards()]).toEqual([["draw red", "draw deck"], null]);
});

test("a claim is sent with its payment", async () => {
  desk.ahead.chooseClaim("denver-omaha", "pay purple 3+1");
  store.hear(view({ seat: 0 }, ["claim denver-omaha"]));
  await desk.ahead.send();
  expect(played).toEqual(["claim denver-omaha purple 3+1"]);
});

test("what is not legal when the turn comes is given up, and said", async () => {
  desk.ahead.chooseClaim("denver-omaha", "pay purple 4");
  store.hear(view({ seat: 0 }, ["draw deck"]));
  await desk.ahead.send();
  expect([played, desk.ahead.move, notes.length]).toEqual([[], null, 1]);
});

test.each([
  ["the card left the row", { face_up: ["blue", "blue", "green", null, null] }, "card"],
  ["one of two left the row", { face_up: ["red", "blue", "blue", null, null] }, "card"],
  ["the last round began", { final_turns_left: 2 }, "last_round"],
  ["another of the color lies there", { face_up: ["blue", "red", "red", null, null] }, undefined],
])("a draw is given up or not: %s", (_, said, why) => {
  const move = { kind: "draw", cards: ["red", "red"] } as const;
  expect(whyDropped(move, view(said).public, false)?.why).toBe(why);
});

test.each([
  ["somebody claimed it", { routes: { "denver-omaha": 1 } }, "route"],
  ["its twin closed it", { closed: ["denver-omaha"] }, "closed"],
  ["somebody claimed another", { routes: { "denver-phoenix": 1 } }, undefined],
])("a claim is given up or not: %s", (_, said, why) => {
  const move = { kind: "claim", route: "denver-omaha", payment: "pay purple 4" } as const;
  expect(whyDropped(move, view(said).public, false)?.why).toBe(why);
});

test("who has no turn left, shares the device or only looks on chooses nothing", () => {
  expect(desk.ahead.may).toBe(true);
  store.hear(view({ final_turns_left: 1 }));
  expect(desk.ahead.may).toBe(false);
  store.hear(view({ final_turns_left: 2 }));
  expect(desk.ahead.may).toBe(true);
  store.you = { chairs: [0, 1], chair: 0, seat: 0 } as unknown as You;
  expect(desk.ahead.may).toBe(false);
  store.you = { chairs: [], chair: null, seat: null } as unknown as You;
  expect(desk.ahead.may).toBe(false);
});

test("the end of a double click chooses nothing, and a move by hand takes what was chosen", async () => {
  desk.ahead.chooseCard("blue", 1);
  store.hear(view({ seat: 0 }, ["draw deck", "draw red", "draw blue"]));
  await desk.play("draw deck");
  store.hear(view());
  desk.ahead.chooseTwo();
  expect(desk.ahead.move).toBe(null);
});
