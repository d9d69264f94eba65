import { beforeEach, expect, test, vi } from "vitest";
import { acceptInvitation, openTable, playAgain, playNow, takeChair } from "../../src/api";
import type { NewTable, TableInfo } from "../../src/protocol";
import { notes } from "../../src/stores/notices.svelte";
import { isPromiseKept, keepPromise } from "../../src/stores/promise";

const table = (commitment: string, nonces: string[] | null = null, rematch: string | null = null) =>
  ({ id: "t", rematch, promise: { commitment, secret: null, nonces } }) as unknown as TableInfo;

/** What the server is asked, in order, and what it answers. */
let asked: { what: string; nonce?: string; commitment?: string }[];

/** Of several answers in a list the first is given first, and the last one from then on. */
function serve(answers: Record<string, unknown>): void {
  asked = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    const what = `${method} ${path}`;
    asked.push({ what, ...(JSON.parse(body ?? "{}") as object) });
    const said = [answers[what]].flat();
    const one: unknown = said[0];
    if (said.length > 1) answers[what] = said.slice(1);
    return Promise.resolve(new Response(JSON.stringify(one), { status: one === NO ? 409 : 200 }));
  });
}

const NO = { code: "other_promise", sentence: "Look again.", values: {} };

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

test("a screen that opens a table without a seat is promised the secret alone", async () => {
  const chairs = [{ kind: "open" }, { kind: "open" }] as NewTable["chairs"];
  serve({ "GET /api/me": { commitment: "c" }, "POST /api/tables": { table: table("c") } });
  await openTable({ edition: "london", chairs });
  expect(isPromiseKept(table("c", ["another's"]))).toBe(true);
  expect(isPromiseKept(table("other", ["another's"]))).toBe(false);
});

const wanted = { edition: "usa", chairs: [{ kind: "me" }, { kind: "open" }] } as NewTable;
const ME = "GET /api/me";
const OLD = "GET /api/tables/t";
const REMATCH = "GET /api/tables/r";

test.each([
  ["the invitation shows", [], "/api/invitations/i", () => acceptInvitation("i", "c")],
  ["the table shows", [], "/api/tables/t/chairs", () => takeChair("t", "c")],
  ["is told to me before I play", [ME], "/api/play", () => playNow({ bots: ["driver"] })],
  ["is told to me before I open a table", [ME], "/api/tables", () => openTable(wanted)],
  [
    "is told to me before a rematch",
    [OLD, ME],
    "/api/tables/t/rematch",
    () => playAgain(table("old")),
  ],
])("the promise that %s is the one that is kept", async (_, looked, path, sit) => {
  const sent = `POST ${path}`;
  const seen = { [ME]: { commitment: "c" }, [OLD]: { table: table("old") } };
  serve({ ...seen, [sent]: { table: table("c") } });
  await sit();
  expect(asked.map(({ what }) => what)).toEqual([...looked, sent]);
  expect(asked.at(-1)!.commitment).toBe("c");
  const nonce = asked.at(-1)!.nonce!;
  expect(isPromiseKept(table("c", [nonce]))).toBe(true);
  expect(notes).toEqual([]);

  serve({ ...seen, [sent]: { table: table("later") } });
  await sit();
  expect(notes).toHaveLength(1);
  expect(isPromiseKept(table("later", [asked.at(-1)!.nonce!]))).toBe(false);
});

const whats = () => asked.map(({ what }) => what);

test("who is overtaken by another page asks for the next promise, with a new number", async () => {
  const PLAY = "POST /api/play";
  serve({
    [ME]: [{ commitment: "used" }, { commitment: "c" }],
    [PLAY]: [NO, { table: table("c") }],
  });
  await playNow({ bots: ["driver"] });
  expect(whats()).toEqual([ME, PLAY, ME, PLAY]);
  const [first, second] = asked.filter(({ what }) => what === PLAY);
  expect([first!.commitment, second!.commitment]).toEqual(["used", "c"]);
  expect(first!.nonce).not.toBe(second!.nonce);
  expect(isPromiseKept(table("c", [second!.nonce!]))).toBe(true);
  expect(notes).toEqual([]);
});

test("who is overtaken by another's rematch sits down there, under its promise", async () => {
  const AGAIN = "POST /api/tables/t/rematch";
  serve({
    [OLD]: [{ table: table("old") }, { table: table("old", null, "r") }],
    [ME]: { commitment: "mine" },
    [REMATCH]: { table: table("c") },
    [AGAIN]: [NO, { table: table("c") }],
  });
  await playAgain(table("old"));
  expect(whats()).toEqual([OLD, ME, AGAIN, OLD, REMATCH, AGAIN]);
  expect(asked.at(-1)!.commitment).toBe("c");
  expect(notes).toEqual([]);
});

test("a server that never keeps to what it promised is not asked for ever", async () => {
  serve({ [ME]: { commitment: "c" }, "POST /api/play": [NO] });
  await expect(playNow({ bots: ["driver"] })).rejects.toThrow("Look again.");
  expect(asked).toHaveLength(10);
});
