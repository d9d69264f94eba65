import { beforeEach, expect, test, vi } from "vitest";
import type { Step, TableInfo, View } from "../../src/protocol";
import type { Ears, Goodbye } from "../../src/socket";
import { notes } from "../../src/stores/notices.svelte";
import { claimedIn, TableStore } from "../../src/table/tableStore.svelte";
import { seatNames } from "../../src/texts/names";

let ears: Ears;
vi.mock("../../src/socket", () => ({
  TableSocket: class {
    constructor(_: unknown, listening: Ears) {
      ears = listening;
    }
    askTickets = () => new Promise(() => {});
    askStanding = () => new Promise(() => {});
    close = () => {};
  },
  socketAddress: () => "",
}));

const step = (seat: number): Step => ({ seat, action: "pass", events: [], timed_out: false });

function view(at: number, since: number, steps: Step[]): View {
  return {
    t: "view",
    at,
    since,
    steps,
    public: { phase: "turn", routes: {} } as unknown as View["public"],
    own: null,
    legal: null,
    clock: { now: Date.now(), seats: [] },
  };
}

let store: TableStore;
beforeEach(() => {
  notes.length = 0;
  store = new TableStore("table");
});

test("a view replaces the one before it, and steps are appended", () => {
  store.hear(view(1, 0, [step(0), step(1)]));
  store.hear(view(2, 2, [step(2)]));
  expect(store.view?.at).toBe(2);
  expect(store.steps.map((one) => one.seat)).toEqual([0, 1, 2]);
});

test("steps that come twice are there once", () => {
  store.hear(view(1, 0, [step(0), step(1)]));
  store.hear(view(2, 0, [step(0), step(1), step(2)]));
  expect(store.steps).toHaveLength(3);
});

test("only new steps are told, and none of the first view", () => {
  const told: [number, number][] = [];
  store.onSteps((steps, first) => told.push([steps.length, first]));
  store.hear(view(3, 0, [step(0), step(1), step(0), step(1)]));
  store.hear(view(5, 4, [step(0), step(1)]));
  store.hear(view(5, 4, [step(0), step(1)]));
  expect(told).toEqual([[2, 4]]);
});

test("a stale command's refusal brings the table up to date", () => {
  store.hear(view(1, 0, [step(0), step(1)]));
  const newer = view(2, 2, [step(0)]);
  store.hear({ t: "refused", cmd_id: "x", code: "stale", values: {}, sentence: "", view: newer });
  expect(store.view?.at).toBe(2);
});

test("speaking for another chair forgets what this one knew", () => {
  store.hear(view(1, 0, [step(0), step(1)]));
  store.sitAt(2);
  expect([store.view, store.steps, store.progress]).toEqual([null, [], []]);
  expect(store.chair).toBe(2);
});

const goodbye = (code: number, bye: Goodbye["bye"], sentence: string) => ({ code, bye, sentence });
const noted = () => notes.map(({ text }) => text);

test("why the server let go is noted once, until it has let me in again", () => {
  const full = goodbye(4408, "too_many_connections", "too_many_connections");
  const said = "Too many pages are open; close some of them.";
  ears.link("reconnecting", full);
  expect(noted()).toEqual([]); // there is nothing yet but a page that says it
  ears.link("live");
  store.table = { chairs: [] } as unknown as TableInfo;
  for (let time = 0; time < 3; time++) {
    ears.link("reconnecting", full);
    ears.link("reconnecting");
  }
  expect(noted()).toEqual([said]);
  expect(store.why).toBe(said);
  const first = notes[0]?.id;
  ears.link("live");
  expect(store.why).toBe("");
  ears.link("reconnecting", full);
  expect(noted()).toEqual([said]);
  expect(notes[0]?.id).not.toBe(first); // said again, in place of the first
});

test("a server that stops, or a lost connection, needs no note", () => {
  ears.link("reconnecting", goodbye(1001, "stopping", "the server stops."));
  ears.link("reconnecting", goodbye(1006, null, ""));
  expect(noted()).toEqual([]);
});

test("a guest who is sent away reads why on the page, and one who leaves need not", () => {
  store.leaving = true;
  ears.link("ended", goodbye(4408, "not_watched", "Nobody may watch this table."));
  expect(store.link).toBe("connecting");
  store.leaving = false;
  ears.link("ended", goodbye(4408, "sent_away", "The host removed you from this table."));
  expect([store.link, store.why]).toEqual(["ended", "The host removed you from this table."]);
  expect(noted()).toEqual([]);
});

test("equal names are numbered, in the order of the seats", () => {
  const chair = (seat: number, name: string, bot: string | null) => ({ seat, name, bot });
  const chairs = [
    chair(2, "driver", "driver"),
    chair(0, "Ann", null),
    chair(1, "driver", "driver"),
  ];
  expect(seatNames({ chairs } as unknown as TableInfo)).toEqual(["Ann", "Driver 1", "Driver 2"]);
});

test("claimable routes are read from the legal actions", () => {
  expect(claimedIn(["draw deck", "claim a-b.1", "claim c-d"])).toEqual(new Set(["a-b.1", "c-d"]));
});

test("what could not be said is told with its reason, a refused command by whoever sent it", () => {
  const refused = { t: "refused", values: {}, view: null } as const;
  store.hear({ ...refused, cmd_id: "c1", code: "not_stored", sentence: "Not stored." });
  expect(notes).toHaveLength(0);
  store.hear({ ...refused, cmd_id: null, code: "too_fast", sentence: "You talk too fast." });
  expect(notes.map(({ bad }) => bad)).toEqual([true]);
});
