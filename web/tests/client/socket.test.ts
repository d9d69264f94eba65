import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "../../src/protocol";
import {
  RESEND_AFTER,
  TableSocket,
  waitBeforeRetry,
  type Goodbye,
  type Link,
} from "../../src/socket";

/** A connection whose other end is the test. */
class Wire {
  static all: Wire[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: string) {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** Let in: the server tells of the table first. */
  welcome(): void {
    this.open();
    this.say({ t: "table" });
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  lose(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

let links: Link[];
let goodbyes: Goodbye[];
let heard: ServerMessage[];
let seen: number;

function connect(): TableSocket {
  return new TableSocket(
    (steps) => `ws://here/?seen=${steps}`,
    {
      seen: () => seen,
      hear: (said) => heard.push(said),
      link: (link, goodbye) => {
        links.push(link);
        if (goodbye) goodbyes.push(goodbye);
      },
    },
    (address) => new Wire(address) as unknown as WebSocket,
  );
}

const last = () => Wire.all.at(-1)!;
const plays = (wire: Wire) => wire.sent.filter((message) => message.t === "play");

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  [links, goodbyes, heard, seen] = [[], [], [], 0];
});

afterEach(() => vi.useRealTimers());

test("a command that is not answered is sent again under the same id", async () => {
  const socket = connect();
  last().open();
  const answer = socket.play(3, "draw deck");
  vi.advanceTimersByTime(RESEND_AFTER);
  const [first, second] = plays(last());
  expect(second).toEqual(first);
  last().say({ t: "ack", cmd_id: first!.cmd_id, n: 4 });
  expect((await answer).t).toBe("ack");
  vi.advanceTimersByTime(RESEND_AFTER * 3);
  expect(plays(last())).toHaveLength(2);
});

test("after a loss it connects again, says what it has, and repeats what was not answered", () => {
  const socket = connect();
  last().open();
  void socket.play(3, "draw deck");
  seen = 4;
  last().lose();
  expect(links.at(-1)).toBe("reconnecting");
  vi.advanceTimersByTime(1000);
  expect(Wire.all).toHaveLength(2);
  expect(last().address).toContain("seen=4");
  last().welcome();
  expect(links.at(-1)).toBe("live");
  expect(plays(last())).toEqual(plays(Wire.all[0]!));
});

test("a command given while nobody listens is sent when somebody does", () => {
  const socket = connect();
  void socket.play(0, "pass");
  expect(last().sent).toEqual([]);
  last().open();
  expect(plays(last())).toHaveLength(1);
});

test("questions are answered by their id, and chat lines answer none", async () => {
  const socket = connect();
  last().open();
  const answer = socket.askRoute("a-b");
  const id = last().sent[0]!.id;
  last().say({ t: "chat", id: 1, text: "hello" });
  last().say({ t: "route", id, route: "a-b", why_not: null, payments: [] });
  expect(await answer).toMatchObject({ t: "route", route: "a-b" });
  expect(heard.map((said) => said.t)).toEqual(["chat", "route"]);
});

test("a table that does not exist is not asked for again", () => {
  connect();
  last().lose(4404);
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(links.at(-1)).toBe("ended");
});

test("who is let in and sent off at once waits longer each time, and never seems connected", () => {
  connect();
  for (let time = 0; time < 8; time++) {
    last().open();
    last().lose(4408, "too_many_connections");
    vi.advanceTimersByTime(10_000);
  }
  expect(links).not.toContain("live");
  const attempts = Wire.all.length;
  last().open();
  last().lose(4408);
  vi.advanceTimersByTime(4_900);
  expect(Wire.all).toHaveLength(attempts);
  expect(goodbyes[0]).toEqual({
    code: 4408,
    bye: "too_many_connections",
    sentence: "too_many_connections",
  });
});

test("once the table was heard, the next loss is the first one again", () => {
  connect();
  for (let time = 0; time < 6; time++) {
    last().lose();
    vi.advanceTimersByTime(10_000);
  }
  last().welcome();
  last().lose();
  const attempts = Wire.all.length;
  vi.advanceTimersByTime(300);
  expect(Wire.all).toHaveLength(attempts + 1);
});

test.each(["closed", "not_watched", "sent_away", "name_to_watch"])(
  "whoever is let go with %s does not come back",
  (code) => {
    connect();
    last().welcome();
    last().say({ t: "bye", code, sentence: "The host of this table has sent you away." });
    last().lose(4408);
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
    expect(links.at(-1)).toBe("ended");
    expect(goodbyes).toEqual([
      { code: 4408, bye: code, sentence: "The host of this table has sent you away." },
    ]);
  },
);

test.each([
  ["too_fast", 4408],
  ["too_slow", 4408],
  ["stopping", 1001],
])("who is let go with %s comes back", (bye, code) => {
  connect();
  last().welcome();
  last().say({ t: "bye", code: bye, sentence: "" });
  last().lose(code);
  vi.advanceTimersByTime(300);
  expect(Wire.all).toHaveLength(2);
  last().welcome();
  last().lose();
  expect(goodbyes.at(-1)).toEqual({ code: 1006, bye: null, sentence: "" });
});

test("a closed socket stays closed", () => {
  const socket = connect();
  last().open();
  void socket.play(0, "pass");
  socket.close();
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(plays(last())).toHaveLength(1);
});

test("waits grow, never beyond ten seconds, and differ by chance", () => {
  expect(waitBeforeRetry(1, 1)).toBe(300);
  expect(waitBeforeRetry(3, 1)).toBe(1200);
  expect(waitBeforeRetry(30, 1)).toBe(10_000);
  expect(waitBeforeRetry(3, 0)).toBe(600);
});
