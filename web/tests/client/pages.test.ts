import { expect, test } from "vitest";
import usa from "../../fixtures/usa.json";
import bigCities from "../../fixtures/usa_big_cities.json";
import { ticketsAt, type Edition } from "../../src/board/edition";
import { isBotsOnly, seating, toChairs } from "../../src/home/seating";
import { isLocal } from "../../src/parts/share";
import type { Chair, Score, Step } from "../../src/protocol";
import { chartLine, pointsOverTime, roundFrom } from "../../src/replay/timeline";
import { readMarkdown } from "../../src/rules/markdown";
import { clockText } from "../../src/table/people/clockText";
import { isTied, itemsOf, sumOf, wayOf } from "../../src/table/score/scoreItems";
import { leastKept } from "../../src/table/turnText";
import { levelName, numbered } from "../../src/texts/names";
import { isReady, startText, unready } from "../../src/waiting/ready";

test("company becomes chairs that the server understands", () => {
  const places = seating("bots", 2, "driver");
  expect(isBotsOnly(places)).toBe(true);
  places[2]!.kind = "friend";
  expect(isBotsOnly(places)).toBe(false);
  expect(toChairs(places, "Ann")).toEqual([
    { kind: "me", name: "Ann" },
    { kind: "bot", bot: "driver" },
    { kind: "open" },
  ]);
  const here = toChairs(seating("here", 1, "driver"), "Ann");
  expect(here[1]).toEqual({ kind: "me", name: "Ann 2" });
});

test("times are as short as they can be said", () => {
  expect(clockText(161_000)).toBe("2:41");
  expect(clockText(3_605_000)).toBe("1:00:05");
  expect(clockText(4 * 86_400_000 + 6 * 3_600_000)).toBe("4 d 6 h");
});

test("the least number of tickets to keep is that of the shortest choice", () => {
  expect(leastKept(["keep 1 2", "keep 1 3", "keep 1 2 3"])).toBe(2);
  expect(leastKept([])).toBe(0);
});

const seat = (routes: number, tickets: number[], bonuses: Record<string, number>) => {
  const points = tickets.map((value, ticket) => ({ ticket, points: value }));
  const total = routes + tickets.reduce((sum, one) => sum + one, 0) + (bonuses.longest_path ?? 0);
  return { routes, tickets: points, bonuses, completed: 0, path_length: 0, total, rank: 1 };
};

test("what the reveal adds up to is the total, failed tickets first", () => {
  const seats = [seat(20, [7, -4], { longest_path: 10 }), seat(33, [], {})];
  const score: Score = { seats, winners: [0, 1] };
  const items = itemsOf(score, usa as unknown as Edition);
  seats.forEach((one, index) => expect(sumOf(items, index)).toBe(one.total));
  expect(items.map((item) => item.rule)).toEqual([
    "routes",
    "routes",
    "failed",
    "done",
    "longest_path",
  ]);
  expect(isTied(score)).toBe(true);
});

const step = (by: number | null, points = 0): Step => ({
  seat: by,
  action: by === null ? null : "x",
  events: points && by !== null ? [{ kind: "paid", seat: by, points }] : [],
  timed_out: false,
});

test("a replay knows the points at every moment, and where rounds begin", () => {
  const steps = [step(null), step(0, 4), step(1), step(1, 7), step(0), step(1)];
  expect(pointsOverTime(steps, 2)).toEqual([
    [0, 4, 4, 4, 4, 4],
    [0, 0, 0, 7, 7, 7],
  ]);
  expect(roundFrom(steps, 0, true)).toBe(3);
  expect(roundFrom(steps, 3, false)).toBe(0);
  expect(roundFrom(steps, 4, true)).toBe(5);
  expect(chartLine([0, 10], 10, 100, 50)).toBe("M0.0 50.0L100.0 0.0");
});

test("rules are read as headings, lists, tables and words, never as HTML", () => {
  const blocks = readMarkdown(
    "# Title\n\nSome **bold** `code` [link](x.md).\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | <b> |\n",
  );
  expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "table"]);
  expect(blocks[1]).toMatchObject({
    text: [
      { kind: "text", text: "Some " },
      { kind: "strong", text: "bold" },
      { kind: "text", text: " " },
      { kind: "code", text: "code" },
      { kind: "text", text: " " },
      { kind: "text", text: "link" },
      { kind: "text", text: "." },
    ],
  });
  expect(blocks[2]).toMatchObject({ items: [[{ text: "one more" }], [{ text: "two" }]] });
});

test("a ticket is revealed along its owner's routes, a bonus on all, the longest path alone", () => {
  const edition = usa as unknown as Edition;
  const routes = {
    "denver-omaha": 0,
    "chicago-omaha": 0,
    "dallas-el_paso": 0,
    "chicago-duluth": 1,
  };
  const longest = ["denver-omaha", "chicago-omaha"];
  const end = { routes, longest_paths: [longest, ["chicago-duluth"]] };
  const ticket = edition.tickets.findIndex(({ cities }) => cities.includes("denver"));
  const tickets = edition.tickets.slice();
  tickets[ticket] = { ...tickets[ticket]!, cities: ["denver", "chicago"] };
  const item = { seat: 0, rule: "done", points: 1, ticket };
  const way = wayOf({ ...edition, tickets }, end, item);
  expect(way).toEqual(["denver-omaha", "chicago-omaha"]);
  expect(wayOf({ ...edition, tickets }, end, { ...item, seat: 1 })).toEqual([]);
  const bonus = { seat: 0, rule: "globetrotter", points: 15, ticket: null };
  expect(wayOf(edition, end, bonus)).toHaveLength(3);
  expect(wayOf(edition, end, { ...bonus, rule: "longest_path" })).toEqual(longest);
});

test("a link that only this machine can open is known by its host", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].every((host) => isLocal(host))).toBe(true);
  expect(isLocal("192.168.1.20")).toBe(false);
});

test("editions on one board are told apart by the cities of their tickets", () => {
  const lit = [usa, bigCities].map((edition) => ticketsAt(edition as unknown as Edition));
  expect(lit[0]!.get("los_angeles")).toBe(5);
  expect(lit[1]!.get("los_angeles")).toBe(8);
  const named = [...lit[0]!.values()].reduce((sum, n) => sum + n, 0);
  expect(named).toBe(2 * usa.tickets.length);
});

test("equal names are numbered in lists of games", () => {
  expect(numbered(["Driver", "Ann", "Driver"].map(levelName))).toEqual([
    "Driver 1",
    "Ann",
    "Driver 2",
  ]);
});

/** Ann's own chair, then Bob's, a bot's and Cleo's. */
function waiting(bob: boolean, cleo: boolean): Chair[] {
  const chairs: Partial<Chair>[] = [
    { kind: "person", name: "Ann", guest: "a", ready: false },
    { kind: "person", name: "Bob", guest: "b", ready: bob },
    { kind: "bot", name: "Driver", bot: "driver", ready: true },
    { kind: "person", name: "Cleo", guest: "c", ready: cleo },
  ];
  return chairs.map((chair, place) => ({ ...chair, chair: place }) as Chair);
}

test("who starts the game is told which of the others are not ready", () => {
  const text = (bob: boolean, cleo: boolean) => startText(unready(waiting(bob, cleo), [0]));
  expect(text(true, true)).toBe("Start the game");
  expect(text(false, true)).toBe("Start anyway (waiting for Bob)");
  expect(text(false, false)).toBe("Start anyway (2 not ready)");
});

test("a guest with several chairs is ready when all of them are, and one without never is", () => {
  const chairs = waiting(true, false);
  expect([[1], [1, 3], []].map((mine) => isReady(chairs, mine))).toEqual([true, false, false]);
});
