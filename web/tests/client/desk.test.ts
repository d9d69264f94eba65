/** What the user is about to do at the table, and how it is given up again. */
import { beforeEach, expect, test, vi } from "vitest";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import type { View } from "../../src/protocol";
import { change } from "../../src/stores/settings.svelte";
import { Desk } from "../../src/table/desk/desk.svelte";
import { TableStore } from "../../src/table/tableStore.svelte";

const played: string[] = [];
vi.mock("../../src/socket", () => ({
  TableSocket: class {
    play = (_: number, action: string) => {
      played.push(action);
      return Promise.resolve({ t: "ack" });
    };
    askHint = () =>
      Promise.resolve({ t: "hint", action: "claim denver-omaha purple 4", plan: null, goal: null });
    askTickets = () => new Promise(() => {});
    askStanding = () => new Promise(() => {});
    close = () => {};
  },
  socketAddress: () => "",
}));

const VIEW: View = {
  t: "view",
  at: 0,
  since: 0,
  steps: [],
  public: { phase: "turn", routes: {}, closed: [] } as unknown as View["public"],
  own: { hand: {}, tickets: [], offer: [4, 7] } as unknown as View["own"],
  legal: ["draw deck", "draw red", "tickets"],
  clock: { now: 0, seats: [] },
};

let desk: Desk;
beforeEach(() => {
  played.length = 0;
  change({ confirm: false });
  const store = new TableStore("table");
  store.hear(VIEW);
  desk = new Desk(store, usa as unknown as Edition);
});

test("closing closes one thing at a time, the innermost first", async () => {
  desk.toggleColor("red");
  desk.ways.show(4);
  await desk.askHint();
  await desk.open("denver-omaha");
  desk.panels.openCommandLine();
  desk.panels.openDialog("keys");
  const { panels, ways } = desk;
  const open = () => [
    panels.dialog,
    panels.isCommandLine,
    desk.route,
    desk.hint?.action,
    ways.shown,
    desk.color,
  ];
  for (let left = 6; left > 0; left--) {
    expect(open().filter((one) => one !== null && one !== false && one !== undefined).length).toBe(
      left,
    );
    expect(desk.close()).toBe(true);
  }
  expect(desk.close()).toBe(false);
});

test("what is over puts out its own light, and not that of a hint that came since", () => {
  const { spotlight } = desk;
  const news = spotlight.light(["denver-omaha"]);
  const hint = spotlight.light(["dallas-houston.1"]);
  news();
  expect(spotlight.routes).toEqual(["dallas-houston.1"]);
  hint();
  expect(spotlight.routes).toEqual([]);
});

test("with confirmation, the first tap only lifts a card", () => {
  change({ confirm: true });
  desk.takeCard(2, "red");
  expect([desk.lifted, played]).toEqual([2, []]);
  desk.drawCards("deck");
  expect([desk.lifted, played]).toEqual(["deck", []]);
  desk.drawCards("deck");
  expect([desk.lifted, played]).toEqual([null, ["draw deck"]]);
});

test("a route makes way for the question about tickets, and the question for a route", async () => {
  await desk.open("denver-omaha");
  desk.askTickets();
  expect([desk.route, desk.asksTickets]).toEqual([null, true]);
  await desk.open("denver-omaha");
  expect([desk.route, desk.asksTickets]).toEqual(["denver-omaha", false]);
});

test("tickets are marked and unmarked, and kept in the order of the offer", async () => {
  for (const place of [2, 3, 1, 3]) desk.mark(place);
  desk.ways.show(7);
  await desk.keep();
  expect(played).toEqual(["keep 1 2"]);
  expect([desk.marked, desk.ways.shown]).toEqual([[], null]);
});

test("following a hint to claim opens the route, where its payment is chosen", async () => {
  await desk.askHint();
  await desk.followHint();
  expect([desk.hint, desk.route, played]).toEqual([null, "denver-omaha", []]);
});

test("whoever is handed the device finds nothing of the one before", async () => {
  desk.mark(1);
  desk.ways.show(4);
  await desk.open("denver-omaha");
  desk.handOver(1);
  expect([desk.marked, desk.ways.shown, desk.route]).toEqual([[], null, null]);
  expect(desk.store.chair).toBe(1);
});
