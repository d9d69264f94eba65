import { beforeEach, expect, test } from "vitest";
import type { TableInfo } from "../../src/protocol";
import { isPromiseKept, keepPromise } from "../../src/stores/promise";

const table = (commitment: string, nonces: string[] | null = null) =>
  ({ id: "t", promise: { commitment, secret: null, nonces } }) as unknown as TableInfo;

beforeEach(() => localStorage.clear());

test("a game with my number, under the promised secret, is as promised", () => {
  keepPromise(table("c"), "mine");
  expect(isPromiseKept(table("c", ["another's", "mine"]))).toBe(true);
});

test("another secret, or a game without my number, is not", () => {
  keepPromise(table("c"), "mine");
  expect(isPromiseKept(table("other", ["mine"]))).toBe(false);
  expect(isPromiseKept(table("c", ["another's"]))).toBe(false);
});

test("before the end, and where nothing was promised, nothing is said", () => {
  expect(isPromiseKept(table("c", ["mine"]))).toBe(null);
  keepPromise(table("c"), "mine");
  expect(isPromiseKept(table("c"))).toBe(null);
});
