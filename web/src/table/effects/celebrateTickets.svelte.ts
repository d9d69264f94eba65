/** A ticket that is connected pulses once on the map, and is told. */
import { untrack } from "svelte";
import { sound } from "../../sound";
import { note } from "../../stores/notices.svelte";
import { t } from "../../texts/index.svelte";
import { ticketName } from "../../texts/names";
import type { Desk } from "../desk/desk.svelte";

export function celebrateTickets(desk: Desk): void {
  let known: Set<number> | null = null;
  $effect(() => {
    if (!desk.store.progress.length) return;
    const done = connected(desk);
    const fresh = done.filter((ticket) => known && !known.has(ticket));
    known = new Set(done);
    if (fresh.length) untrack(() => celebrate(desk, fresh));
  });
}

/** My own tickets that are connected; those of an offer are not mine yet. */
function connected({ store, tickets }: Desk): number[] {
  const done = store.progress.filter((one) => one.done).map((one) => one.ticket);
  return done.filter((ticket) => tickets.includes(ticket));
}

function celebrate({ edition, spotlight }: Desk, tickets: number[]): void {
  spotlight.celebrate(tickets);
  sound("ticket");
  for (const ticket of tickets)
    note(t("tickets.connected", { ticket: ticketName(edition, ticket) }));
}
