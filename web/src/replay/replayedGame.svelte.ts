/** A game that is looked at again: its table, its steps, and how it stood at each moment. */
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { getMoment, getPublicView, getTable, getView } from "../api";
import type { Edition } from "../board/edition";
import type { ServerMessage, Step, TableInfo, View } from "../protocol";
import { socketAddress, TableSocket } from "../socket";
import { loadEdition } from "../stores/editions.svelte";
import { guest } from "../stores/guest.svelte";
import { sentenceOf } from "../stores/notices.svelte";
import { t } from "../texts/index.svelte";
import { seatNames, tableName } from "../texts/names";

/** The chair of somebody who only looks on. */
const NONE = -1;

/** Nothing is hidden any more, also in a game that was closed. */
const isRevealed = (table: TableInfo | null) => Boolean(table?.promise.secret);
const keyOf = (at: number, through: number | null) => `${at} ${through}`;

export class ReplayedGame {
  table = $state.raw<TableInfo | null>(null);
  edition = $state.raw<Edition | null>(null);
  steps = $state.raw<Step[]>([]);
  problem = $state("");
  /** The reader's own seat. */
  mine = $state<number | null>(null);
  names = $derived(seatNames(this.table));
  isOver = $derived(isRevealed(this.table));
  last = $derived(Math.max(0, this.steps.length - 1));
  #goesOn = $derived(this.table?.status === "playing");
  #views = new SvelteMap<string, View>();

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      await guest.look();
      const { table, you } = await getTable(this.id);
      // While it is played, others at this device must not see what one of them drew.
      const present = await (isRevealed(table) ? getView : getPublicView)(this.id);
      this.edition = await loadEdition(table.edition);
      this.steps = present.steps;
      this.table = table;
      this.mine = you.seat;
      document.title = `${t("replay")} – ${tableName(table)}`;
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** How it stood at a moment, through the eyes of a chair or of everybody. */
  async look(at: number, through: number | null): Promise<View | null> {
    const key = keyOf(at, through);
    const known = this.#views.get(key);
    if (known) return known;
    const fetched = await getMoment(this.id, at, through).catch(() => null);
    if (fetched) this.#views.set(key, fetched);
    return fetched;
  }

  /** A finished game at a moment, as a seat saw it. */
  lookAs = (at: number, seat: number): Promise<View | null> =>
    this.look(at, this.table?.chairs.find((one) => one.seat === seat)?.chair ?? null);

  /** Hear of a running game; after new steps it is told which was the last before. */
  follow(onsteps: (before: number) => void): (() => void) | undefined {
    if (!this.#goesOn) return;
    const socket = untrack(
      () =>
        new TableSocket((seen) => socketAddress(this.id, NONE, seen), {
          seen: () => this.steps.length,
          hear: (message) => this.#hear(message, onsteps),
          link: () => {},
        }),
    );
    return () => socket.close();
  }

  #hear(message: ServerMessage, onsteps: (before: number) => void): void {
    if (message.t === "view" && message.steps.length) {
      const before = this.last;
      this.steps = [...this.steps.slice(0, message.since), ...message.steps];
      this.#views.set(keyOf(message.at, null), message);
      onsteps(before);
    }
    // What was hidden in its steps can be seen now.
    if (message.t === "table" && isRevealed(message.table)) void this.load();
  }
}
