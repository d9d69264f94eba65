/** What is lit on the map of one seat: all its routes, or its longest path. Both lie open. */
import type { Desk } from "./desk.svelte";

export type Lit = "network" | "path";

export class SeatLight {
  readonly #desk: Desk;
  #seat = $state<number | null>(null);
  #what = $state<Lit>("network");

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  readonly routes = $derived.by(() => this.#routes());

  /** The seat of which something is lit. */
  get seat(): number | null {
    return this.#seat;
  }

  /** The seat whose longest path is lit. */
  get path(): number | null {
    return this.#what === "path" ? this.#seat : null;
  }

  /** Light what is asked for, in place of whatever else is lit. */
  show(seat: number | null, what: Lit = "network"): void {
    this.#desk.spotlight.dim();
    this.#seat = seat;
    this.#what = what;
  }

  /** Light all routes of a seat; or nothing, if its routes or its path are lit. */
  toggle(seat: number): void {
    this.show(this.#seat === seat ? null : seat);
  }

  #routes(): string[] {
    const seat = this.#seat;
    const { view, standing } = this.#desk.store;
    if (seat === null || !view) return NONE;
    if (this.#what === "path")
      return view.public.longest_paths?.[seat] ?? standing?.paths[seat] ?? NONE;
    const claims = Object.entries(view.public.routes);
    return claims.filter(([, owner]) => owner === seat).map(([route]) => route);
  }
}

const NONE: string[] = [];
