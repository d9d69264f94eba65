import { beforeEach, expect, test, vi } from "vitest";
import { resume } from "../../src/api";
import type { SeatTaken } from "../../src/protocol";
import { keepBack, keptBack } from "../../src/stores/links";

const taken = (table: string, private_links: Record<string, string>) =>
  ({ table: { id: table }, private_links }) as unknown as SeatTaken;

beforeEach(() => localStorage.clear());

test("the link of every chair that was taken is kept, table by table", () => {
  keepBack(taken("t", { 0: "/resume/a", 2: "/resume/b" }));
  keepBack(taken("other", { 0: "/resume/c" }));
  keepBack(taken("t", { 1: "/resume/d" }));
  expect(keptBack("t")).toEqual({ 0: "/resume/a", 1: "/resume/d", 2: "/resume/b" });
  expect(keptBack("other")).toEqual({ 0: "/resume/c" });
});

test("without a chair, and where a browser keeps nothing, there are none", () => {
  expect(keptBack("t")).toEqual({});
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full");
  });
  expect(keepBack(taken("t", { 0: "/resume/a" })).table.id).toBe("t");
  full.mockRestore();
  expect(keptBack("t")).toEqual({});
});

test("who came by a private link keeps it too", async () => {
  const answer = { table: { id: "t" }, you: { chair: 1 }, private_links: {}, resume: null };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
  keepBack(await resume("word"));
  expect(keptBack("t")).toEqual({ 1: "/resume/word" });
});
