/** The score is revealed to its end, one thing after the other. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Item } from "../../src/table/score/scoreItems";
import { revealing } from "./revealing.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const item = (rule: string, points: number): Item => ({ seat: 0, rule, points, ticket: null });
const ITEMS = [item("routes", 20), item("done", 9), item("longest_path", 10)];
const PATH = ["a", "b", "c"];

const routesOf = ({ rule }: Item) => (rule === "longest_path" ? PATH : ["x"]);

/** All that is shown of a reveal that nobody skips, one after the other. */
function seenOf(isCalm: boolean): string[] {
  const { reveal, stop } = revealing(ITEMS, routesOf, 1, isCalm);
  const seen: string[] = [];
  for (let n = 0; n < 400 && !reveal.isDone; n += 1) {
    const what = reveal.isLast ? "winner" : `${reveal.now?.rule} ${reveal.routes.join("")}`;
    if (seen.at(-1) !== what) seen.push(what);
    vi.advanceTimersByTime(20);
    flushSync();
  }
  expect(reveal.isDone).toBe(true);
  expect(reveal.items).toEqual(ITEMS);
  stop();
  return seen;
}

test("points come one by one, the path route by route, and the winner last", () => {
  expect(seenOf(false)).toEqual([
    "routes x",
    "done x",
    "longest_path a",
    "longest_path ab",
    "longest_path abc",
    "winner",
  ]);
});

test("where nothing may move points come one by one, too, and a path is there at once", () => {
  expect(seenOf(true)).toEqual(["routes x", "done x", "longest_path abc", "winner"]);
});

test("who does not want to wait has everything at once", () => {
  const waiting = revealing(ITEMS, routesOf, 1);
  waiting.reveal.skip();
  const calm = revealing(ITEMS, routesOf, Infinity);
  for (const { reveal, stop } of [waiting, calm]) {
    expect(reveal.isDone).toBe(true);
    expect(reveal.items).toEqual(ITEMS);
    expect(reveal.routes).toEqual([]);
    stop();
  }
});
