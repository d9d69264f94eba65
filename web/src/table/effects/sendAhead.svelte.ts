/** A move chosen ahead is given up when what it rested on is gone, and sent when its turn comes. */
import { untrack } from "svelte";
import type { Desk } from "../desk/desk.svelte";

/** Milliseconds: as long as people take who know what they want, and never the same. */
const PAUSES = { turn: [900, 2400], second_card: [500, 1300] } as const;

export function sendAhead(desk: Desk): void {
  const { store, ahead } = desk;
  $effect(() => {
    const { phase } = store.view?.public ?? {};
    if (!ahead.move) return;
    untrack(() => ahead.check());
    if (!ahead.move || !store.myTurn || (phase !== "turn" && phase !== "second_card")) return;
    const timer = setTimeout(() => void ahead.send(), pause(phase));
    return () => clearTimeout(timer);
  });
}

function pause(phase: keyof typeof PAUSES): number {
  const [least, most] = PAUSES[phase];
  return least + Math.random() * (most - least);
}
