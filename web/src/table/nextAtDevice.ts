/** Several people at one device: who is to be handed the screen. */
import type { TableStore } from "./tableStore.svelte";

export interface NextAtDevice {
  chair: number;
  name: string;
}

/** Another of my chairs must decide, and this one need not. */
export function nextAtDevice(store: TableStore): NextAtDevice | null {
  const { view, you, table } = store;
  if (!view || !you || you.chairs.length < 2 || store.myTurn) return null;
  const waiting = view.public.waiting_for;
  const next = table?.chairs.find(
    (chair) =>
      you.chairs.includes(chair.chair) && chair.seat !== null && waiting.includes(chair.seat),
  );
  return next && next.chair !== you.chair ? { chair: next.chair, name: next.name } : null;
}
