/** What is lit on the map for a moment: news, a hint, a line of the log, points at the end. */
import type { Ring } from "../../board/rings";

/** Milliseconds. */
const PULSE = 3500;

/** What the reveal of points at the end shows on the map. */
export interface Reveal {
  routes: string[];
  rings: Ring[];
  cutOff: string[];
}

export class Spotlight {
  #lit = $state.raw<string[]>([]);
  #connected = $state.raw<number[]>([]);
  #reveal = $state.raw<Reveal | null>(null);
  #isCounting = $state(false);

  /** The routes that are lit up; those of the reveal come first. */
  get routes(): string[] {
    return this.#reveal?.routes.length ? this.#reveal.routes : this.#lit;
  }

  /** What is given back puts out this light alone: what was lit since then stays lit. */
  light(routes: string[]): () => void {
    this.#lit = routes;
    return () => {
      if (this.#lit === routes) this.dim();
    };
  }

  dim(): void {
    this.#lit = [];
  }

  /** Tickets that were connected a moment ago. */
  get connected(): number[] {
    return this.#connected;
  }

  celebrate(tickets: number[]): void {
    this.#connected = tickets;
    setTimeout(() => (this.#connected = []), PULSE);
  }

  get reveal(): Reveal | null {
    return this.#reveal;
  }

  /** Show a part of the score; null when there is no more to show. */
  show(reveal: Reveal | null): void {
    this.#reveal = reveal;
  }

  /** Points are being revealed: nobody's total is shown yet. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  count(isCounting: boolean): void {
    this.#isCounting = isCounting;
  }
}
