/** A reaction of another player is read out; where players have no cards on the screen, it is noted. */
import { announce, note } from "../../stores/notices.svelte";
import { t } from "../../texts/index.svelte";
import type { TableStore } from "../tableStore.svelte";

export function announceReactions(store: TableStore, hasCards: () => boolean): void {
  let heard = store.reactions.last;
  $effect(() => {
    const last = store.reactions.last;
    if (!last || last === heard) return;
    heard = last;
    if (last.seat === store.seat) return;
    const said = `${store.names[last.seat] ?? ""}: ${t(`react.${last.reaction}`)}`;
    if (hasCards()) announce(said);
    else note(said);
  });
}
