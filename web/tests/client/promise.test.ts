import { beforeEach, expect, test, vi } from "vitest";
import { acceptInvitation, openTable, playAgain, playNow, takeChair } from "../../src/api";
import type { NewTable, TableInfo } from "../../src/protocol";
import { isPromiseKept, keepPromise } from "../../src/stores/promise";
import { notes } from "../../src/stores/said.svelte";

const table = (commitment: string, nonces: string[] | null = null, rematch: string | null = null) =>
  ({ id: "t", rematch, promise: { commitment, secret: null, nonces } }) as unknown as TableInfo;

/** What the server is asked, in order, and what it answers. */
let asked: { what: string; nonce: string | undefined }[];

function serve(answers: Record<string, unknown>): void {
  asked = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    const what = `${method} ${path}`;
    asked.push({ what, nonce: (JSON.parse(body ?? "{}") as { nonce?: string }).nonce });
    return Promise.resolve(new Response(JSON.stringify(answers[what])));
  });
}

beforeEach(() => {
  localStorage.clear();
  notes.length = 0;
});

test("a game with my number, under the promised secret, is as promised", () => {
  keepPromise(table("c"), "mine", "c");
  expect(isPromiseKept(table("c", ["another's", "mine"]))).toBe(true);
  expect(notes).toEqual([]);
});

test("another secret, or a game without my number, is not", () => {
  keepPromise(table("c"), "mine", "c");
  expect(isPromiseKept(table("other", ["mine"]))).toBe(false);
  expect(isPromiseKept(table("c", ["another's"]))).toBe(false);
});

test("a secret chosen after my number was sent is told at once, and not forgiven at the end", () => {
  keepPromise(table("later"), "mine", "first");
  expect(notes).toHaveLength(1);
  expect(isPromiseKept(table("later", ["mine"]))).toBe(false);
});

test("before the end, and where nothing was promised, nothing is said", () => {
  expect(isPromiseKept(table("c", ["mine"]))).toBe(null);
  keepPromise(table("c"), "mine", "c");
  expect(isPromiseKept(table("c"))).toBe(null);
});

const wanted = { edition: "usa", chairs: [{ kind: "me" }, { kind: "open" }] } as NewTable;
const ME = "GET /api/me";
const REMATCH = "GET /api/tables/r";

test.each([
  ["the invitation shows", [], "/api/invitations/i", () => acceptInvitation("i", "c")],
  ["the table shows", [], "/api/tables/t/chairs", () => takeChair("t", "c")],
  ["is told to me before I play", [ME], "/api/play", () => playNow({ bots: ["driver"] })],
  ["is told to me before I open a table", [ME], "/api/tables", () => openTable(wanted)],
  ["is told to me before a rematch", [ME], "/api/tables/t/rematch", () => playAgain(table("old"))],
  [
    "an open rematch shows",
    [REMATCH],
    "/api/tables/t/rematch",
    () => playAgain(table("old", null, "r")),
  ],
])("the promise that %s is the one that is kept", async (_, looked, path, sit) => {
  const sent = `POST ${path}`;
  const seen = { [ME]: { commitment: "c" }, [REMATCH]: { table: table("c") } };
  serve({ ...seen, [sent]: { table: table("c") } });
  await sit();
  expect(asked.map(({ what }) => what)).toEqual([...looked, sent]);
  const nonce = asked.at(-1)!.nonce!;
  expect(isPromiseKept(table("c", [nonce]))).toBe(true);
  expect(notes).toEqual([]);

  serve({ ...seen, [sent]: { table: table("later") } });
  await sit();
  expect(notes).toHaveLength(1);
  expect(isPromiseKept(table("later", [asked.at(-1)!.nonce!]))).toBe(false);
});
