/**
 * The connection to one table. It heals by itself: after a loss it connects again, says how many
 * steps it has, and sends every command that was not answered once more under the same id, which
 * the server never carries out twice.
 */
import type {
  Ack,
  Bye,
  ClientMessage,
  HintAnswer,
  Refused,
  RouteAnswer,
  ServerMessage,
  StandingAnswer,
  TicketsAnswer,
} from "./protocol";

export type Link = "connecting" | "live" | "reconnecting" | "ended";

export const RESEND_AFTER = 2500;
export const PING_EVERY = 15_000;
const LONGEST_WAIT = 10_000;
/** Close codes after which there is no point in trying again. */
const FINAL = new Set([4401, 4403, 4404]);
/** What the server may have said before it closed, after which there is none either. */
const FAREWELLS = new Set(["closed", "not_watched", "sent_away", "name_to_watch", "banned"]);

/** How a connection ended, and what the server said to it, if anything. */
export interface Goodbye {
  code: number;
  /** The code of its bye, or of its no to whoever came to the door. */
  bye: string | null;
  sentence: string;
}

export interface Ears {
  /** How many steps have been received; asked on every connect. */
  seen: () => number;
  hear: (message: ServerMessage) => void;
  link: (link: Link, goodbye?: Goodbye) => void;
}

interface Waiting {
  message: ClientMessage;
  settle: (answer: ServerMessage) => void;
  timer?: ReturnType<typeof setTimeout>;
}

type Connect = (address: string) => WebSocket;

export class TableSocket {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  /** Connections in a row on which nothing was heard, or that were lost. */
  #losses = 0;
  #bye: Bye | null = null;
  #isLive = false;
  #ended = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #ears: Ears;
  #address: (seen: number) => string;
  #connect: Connect;

  constructor(
    address: (seen: number) => string,
    ears: Ears,
    connect: Connect = (url) => new WebSocket(url),
  ) {
    this.#address = address;
    this.#ears = ears;
    this.#connect = connect;
    this.#open();
  }

  play(at: number, action: string): Promise<Ack | Refused> {
    const cmd_id = makeId();
    return this.#ask<Ack | Refused>(cmd_id, { t: "play", cmd_id, at, action });
  }

  askRoute(route: string): Promise<RouteAnswer | Refused> {
    const id = makeId();
    return this.#ask(id, { t: "ask_route", id, route });
  }

  askTickets(): Promise<TicketsAnswer | Refused> {
    const id = makeId();
    return this.#ask(id, { t: "ask_tickets", id });
  }

  askStanding(): Promise<StandingAnswer | Refused> {
    const id = makeId();
    return this.#ask(id, { t: "ask_standing", id });
  }

  askHint(): Promise<HintAnswer | Refused> {
    const id = makeId();
    return this.#ask(id, { t: "ask_hint", id });
  }

  /** Chat and the like: sent if the connection lives; true if it was. */
  tell(message: ClientMessage): boolean {
    const isOpen = this.#socket?.readyState === 1;
    if (isOpen) this.#socket?.send(JSON.stringify(message));
    return isOpen;
  }

  /** Connect at once instead of waiting; for when the network comes back. */
  hurry(): void {
    if (this.#ended || this.#socket?.readyState === 1) return;
    clearTimeout(this.#retry);
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#drop();
  }

  #ask<Answer extends ServerMessage>(id: string, message: ClientMessage): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(id, { message, settle: resolve as (answer: ServerMessage) => void });
      this.#send(id);
    });
  }

  #send(id: string): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.tell(waiting.message);
    waiting.timer = setTimeout(() => this.#send(id), RESEND_AFTER);
  }

  #open(): void {
    this.#ears.link(this.#losses ? "reconnecting" : "connecting");
    this.#isLive = false;
    this.#bye = null;
    const socket = this.#connect(this.#address(this.#ears.seen()));
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.#lost(event);
  }

  #opened(): void {
    for (const id of this.#waiting.keys()) this.#send(id);
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.tell({ t: "ping" }), PING_EVERY);
  }

  #heard(message: ServerMessage): void {
    if (!this.#isLive) this.#welcomed();
    if (message.t === "bye") this.#bye = message;
    this.#ears.hear(message);
    const id = "cmd_id" in message ? message.cmd_id : "id" in message ? message.id : null;
    const waiting = typeof id === "string" ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id as string);
    waiting.settle(message);
  }

  /** Being let in is not enough: a guest with too many connections is sent off before anything is said. */
  #welcomed(): void {
    this.#isLive = true;
    this.#losses = 0;
    this.#ears.link("live");
  }

  #lost({ code, reason }: CloseEvent): void {
    this.#drop();
    const bye = this.#bye?.code ?? (reason || null);
    const goodbye = { code, bye, sentence: this.#bye?.sentence ?? reason };
    this.#ended = FINAL.has(code) || (bye !== null && FAREWELLS.has(bye));
    this.#losses += 1;
    this.#ears.link(this.#ended ? "ended" : "reconnecting", goodbye);
    if (this.#ended) return;
    this.#retry = setTimeout(() => this.#open(), waitBeforeRetry(this.#losses));
  }

  #drop(): void {
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** Longer after each loss, never all browsers at the same moment. */
export function waitBeforeRetry(losses: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, 300 * 2 ** Math.min(losses - 1, 6)) * (0.5 + chance / 2);
}

export function makeId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(36)).join("");
}

/** The address of a table's socket as this page's own server knows it. */
export function socketAddress(table: string, chair: number | null, seen: number): string {
  const here = new URL(location.href);
  here.protocol = here.protocol === "https:" ? "wss:" : "ws:";
  here.hash = "";
  here.pathname = `/ws/tables/${encodeURIComponent(table)}`;
  here.search = "";
  if (chair !== null) here.searchParams.set("chair", String(chair));
  if (seen > 0) here.searchParams.set("seen", String(seen));
  return here.href;
}
