/** My turn, for somebody who looks at another tab: a sound, the title and the icon. */
import { later } from "../../afterPaint.svelte";
import { sound } from "../../sound";
import { t } from "../../texts/index.svelte";
import { tableName } from "../../texts/names";
import type { TableStore } from "../tableStore.svelte";

export function showTurnInTab(store: TableStore): void {
  /** What is said of my turn beside the table follows when the table itself shows it. */
  const mine = later(() => store.myTurn);

  $effect(() => {
    if (mine.current) sound("turn");
    setIcon(mine.current);
    return () => setIcon(false);
  });

  $effect(() => {
    const title = store.table ? tableName(store.table) : "Caboose";
    document.title = mine.current ? `● ${t("turn.title")} – ${title}` : `${title} – Caboose`;
  });
}

function setIcon(isMyTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = isMyTurn ? "/icon-turn.svg" : "/icon.svg";
}
