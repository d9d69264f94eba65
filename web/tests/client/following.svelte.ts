/** A value, and what follows it, outside of a component. */
import { later } from "../../src/afterPaint.svelte";

export function follow(first: string) {
  const value = $state({ current: first });
  let shown: { readonly current: string } = value;
  const stop = $effect.root(() => {
    shown = later(() => value.current);
  });
  return { value, shown, stop };
}
