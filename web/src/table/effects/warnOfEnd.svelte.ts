/** Another player may soon begin the last round: that is said once of each. */
import { note } from "../../stores/notices.svelte";
import type { Desk } from "../desk/desk.svelte";
import { nearEndText } from "../turnText";

export function warnOfEnd(desk: Desk): void {
  const { store } = desk;
  let warned: Set<number> | null = null;
  $effect(() => {
    const near = store.standing?.near_end;
    if (!near) return;
    const fresh = near.filter((seat) => seat !== store.seat && warned && !warned.has(seat));
    warned = new Set([...(warned ?? []), ...near]);
    for (const seat of fresh) note(nearEndText(desk, seat));
  });
}
