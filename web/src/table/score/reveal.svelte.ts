/** How the score is revealed: one thing after the other, the longest path route by route, the winner last. */
import type { Item } from "./scoreItems";

/** Milliseconds: for one thing at most, for all things together, for a route of a path, for the winner. */
const ONE = 950;
const ALL = 25_000;
const ROUTE = 160;
const WINNER = 1600;

export class Reveal {
  readonly #items: () => Item[];
  readonly #routesOf: (item: Item) => string[];
  readonly #isCalm: boolean;
  #shown = $state(Infinity);
  #drawn = $state(0);

  /**
   * `first` things are there from the beginning; Infinity if nobody waits for any. Where nothing may
   * move, a path is there as a whole.
   */
  constructor(
    items: () => Item[],
    routesOf: (item: Item) => string[],
    first: number,
    isCalm = false,
  ) {
    this.#items = items;
    this.#routesOf = routesOf;
    this.#shown = first;
    this.#isCalm = isCalm;
  }

  readonly isDone = $derived.by(() => this.#shown > this.#items().length + 1);
  /** All points are there, and it is about to be said who has won. */
  readonly isLast = $derived.by(() => this.#shown === this.#items().length + 1);
  readonly items = $derived.by(() => this.#items().slice(0, this.#shown));
  readonly now = $derived.by(() => (this.isDone || this.isLast ? undefined : this.items.at(-1)));
  /** What is lit on the map for it; of a longest path as much as is drawn. */
  readonly routes = $derived.by(() => this.#routes());

  skip(): void {
    this.#shown = Infinity;
  }

  /** Go on by one, after a pause; in an effect, which each step brings about again. */
  goOn(): (() => void) | undefined {
    if (this.isDone) return undefined;
    const next = this.#shown + 1;
    const timer = setTimeout(() => (this.#shown = next), this.#pause());
    return () => clearTimeout(timer);
  }

  /** Draw a longest path, in an effect. */
  draw(): (() => void) | undefined {
    if (!this.#isDrawn) return undefined;
    this.#drawn = 1;
    const timer = setInterval(() => (this.#drawn += 1), ROUTE);
    return () => clearInterval(timer);
  }

  /** A path is being drawn, route by route. */
  get #isDrawn(): boolean {
    return this.now?.rule === "longest_path" && !this.#isCalm;
  }

  #pause(): number {
    if (this.isLast) return WINNER;
    const pause = Math.min(ONE, ALL / Math.max(1, this.#items().length));
    if (!this.now || !this.#isDrawn) return pause;
    return pause + ROUTE * this.#routesOf(this.now).length;
  }

  #routes(): string[] {
    if (!this.now) return [];
    const routes = this.#routesOf(this.now);
    return this.#isDrawn ? routes.slice(0, this.#drawn) : routes;
  }
}
