/** A route that was just claimed is lit for a moment: not everybody was looking. */
import type { Desk } from "../table/desk/desk.svelte";

/** Milliseconds. */
const LIT = 4500;

export function lightClaims({ store, spotlight }: Desk): void {
  $effect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.onSteps((steps) => {
      const paid = steps.flatMap(({ events }) => events).filter(({ kind }) => kind === "paid");
      if (!paid.length) return;
      clearTimeout(timer);
      timer = setTimeout(spotlight.light(paid.map(({ route }) => String(route))), LIT);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  });
}
