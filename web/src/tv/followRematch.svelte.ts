/** A shared screen goes where the players go, but not before all have seen who won. */
import { go } from "../stores/address.svelte";
import type { Desk } from "../table/desk/desk.svelte";

/** Milliseconds for which the result stands. */
const STANDS = 5000;

export function followRematch(desk: Desk): void {
  const { spotlight, store } = desk;
  let countedAt = -Infinity;
  $effect(() => {
    if (!spotlight.isCounting) return;
    return () => (countedAt = performance.now());
  });
  $effect(() => {
    const rematch = store.table?.rematch;
    if (!rematch || spotlight.isCounting) return;
    const rest = Math.max(0, countedAt + STANDS - performance.now());
    const timer = setTimeout(() => go(`/tv/${rematch}`, true), rest);
    return () => clearTimeout(timer);
  });
}
