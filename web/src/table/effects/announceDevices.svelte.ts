/** Another device plays from my seat now: that is told on all others, also when they come later. */
import { keepDevices, keptDevices } from "../../stores/links";
import { note } from "../../stores/notices.svelte";
import { t } from "../../texts/index.svelte";
import type { TableStore } from "../tableStore.svelte";

export function announceDevices(store: TableStore): void {
  $effect(() => {
    const devices = store.you?.devices ?? {};
    if (!Object.keys(devices).length) return;
    const before = keptDevices(store.id);
    const isNew = Object.entries(devices).some(([chair, n]) => n > (before[chair] ?? n));
    keepDevices(store.id, devices);
    if (isNew) note(t("back.new_device", { away: t("away") }), true);
  });
}
