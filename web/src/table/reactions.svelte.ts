/** Reactions, each shown at a player's card for a moment. */
import type { Reaction, ReactionMessage } from "../protocol";

export const REACTIONS: readonly Reaction[] = [
  "hello",
  "well_played",
  "thinking",
  "oh_no",
  "thanks",
];

/** Milliseconds. */
const LASTS = 4000;

export class Reactions {
  #shown = $state.raw<Readonly<Record<number, ReactionMessage>>>({});
  #last = $state.raw<ReactionMessage | null>(null);

  /** What a seat shows now. */
  of(seat: number): Reaction | undefined {
    return this.#shown[seat]?.reaction;
  }

  /** The newest one, for those who listen. */
  get last(): ReactionMessage | null {
    return this.#last;
  }

  take(message: ReactionMessage): void {
    this.#last = message;
    this.#shown = { ...this.#shown, [message.seat]: message };
    setTimeout(() => this.#forget(message), LASTS);
  }

  /** Unless the same seat shows another one by now. */
  #forget(message: ReactionMessage): void {
    if (this.#shown[message.seat] !== message) return;
    const { [message.seat]: _, ...others } = this.#shown;
    this.#shown = others;
  }
}
