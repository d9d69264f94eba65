/** A reaction of another player, which is shown at their card, is read out. */
import { announce } from "../../stores/notices.svelte";
import { t } from "../../texts/index.svelte";
import type { TableStore } from "../tableStore.svelte";

export function announceReactions(store: TableStore): void {
  let heard = store.reactions.last;
  $effect(() => {
    const last = store.reactions.last;
    if (!last || last === heard) return;
    heard = last;
    if (last.seat === store.seat) return;
    announce(`${store.names[last.seat] ?? ""}: ${t(`react.${last.reaction}`)}`);
  });
}
