import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { afterPaint } from "../../src/afterPaint.svelte";
import { reused } from "../../src/stores/reuse";
import { follow } from "./following.svelte";

test("what equals its old part is that old part", () => {
  const old = { hand: { red: 1 }, routes: { a: 0 }, legal: ["pass"] };
  const fresh = reused(old, { hand: { red: 1 }, routes: { a: 0, b: 1 }, legal: ["pass"] });
  expect(fresh).toEqual({ hand: { red: 1 }, routes: { a: 0, b: 1 }, legal: ["pass"] });
  expect(fresh.hand).toBe(old.hand);
  expect(fresh.legal).toBe(old.legal);
  expect(fresh.routes).not.toBe(old.routes);
  expect(reused(old, structuredClone(old))).toBe(old);
});

test.each([
  [[1, 2], [1]],
  [[1], [1, 2]],
  [[], {}],
  [{ a: undefined }, { b: undefined }],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [{ a: { b: null } }, { a: { b: 0 } }],
  ["a", "b"],
])("what differs is new: %j and %j", (old, fresh) => {
  const wanted = structuredClone(fresh);
  const got = reused(old, fresh);
  expect(got).toEqual(wanted);
  expect(got).toBe(fresh);
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

test("what waits for a frame is done in order, unless it is called off", async () => {
  const done: string[] = [];
  afterPaint(() => done.push("first"));
  afterPaint(() => done.push("never"))();
  afterPaint(() => done.push("second"));
  expect(done).toEqual([]);
  await nextFrame();
  await nextFrame();
  expect(done).toEqual(["first", "second"]);
});

test("a page that is not seen does not wait for a frame", async () => {
  const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const done = await new Promise((resolve) => afterPaint(() => resolve("done")));
  expect(done).toBe("done");
  frames.mockRestore();
  hidden.mockRestore();
});

test("a value is followed a frame later, to its latest", async () => {
  const { value, shown, stop } = follow("old");
  flushSync();
  for (const next of ["newer", "newest"]) {
    value.current = next;
    flushSync();
    expect(shown.current).toBe("old");
  }
  await nextFrame();
  await nextFrame();
  expect(shown.current).toBe("newest");
  stop();
});
