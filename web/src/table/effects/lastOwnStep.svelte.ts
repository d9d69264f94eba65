/** Where I played last: what stands in the log after it is new to me. */
import type { TableStore } from "../tableStore.svelte";

/** The number of my last step that was played while this page is open; before that, infinity. */
export function lastOwnStep(store: TableStore): { readonly current: number } {
  let at = $state(Infinity);
  $effect(() =>
    store.onSteps((steps, first) => {
      const mine = steps.findLastIndex((step) => step.seat === store.seat);
      if (mine >= 0) at = first + mine;
    }),
  );
  return {
    get current() {
      return at;
    },
  };
}
