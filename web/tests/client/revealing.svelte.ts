/** A reveal with its effects, as a page would have it. */
import { flushSync } from "svelte";
import { Reveal } from "../../src/table/score/reveal.svelte";
import type { Item } from "../../src/table/score/scoreItems";

export function revealing(
  items: Item[],
  routesOf: (item: Item) => string[],
  first: number,
  isCalm = false,
) {
  const reveal = new Reveal(() => items, routesOf, first, isCalm);
  const stop = $effect.root(() => {
    $effect(() => reveal.goOn());
    $effect(() => reveal.draw());
  });
  flushSync();
  return { reveal, stop };
}
