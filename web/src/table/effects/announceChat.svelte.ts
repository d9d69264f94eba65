/** What others write in the chat sounds, and is read out. */
import { sound } from "../../sound";
import { announce } from "../../stores/notices.svelte";
import type { TableStore } from "../tableStore.svelte";

export function announceChat(store: TableStore): void {
  /** The last line that was there; lines from before this page are not read out. */
  let heard = -1;
  $effect(() => {
    const last = store.chat.at(-1);
    if (heard >= 0 && last && last.id > heard && last.guest !== store.you?.guest) {
      sound("chat");
      announce(`${last.name}: ${last.text}`);
    }
    heard = last?.id ?? 0;
  });
}
