/** What the turn bar says. */
import type { Desk } from "../stores/desk.svelte";
import { list, t } from "../texts/index.svelte";
import { colorName, routeName, seatName } from "../texts/words";

export function turnText(desk: Desk): string {
  const { store, edition, scene } = desk;
  const view = store.view;
  if (!view) return "";
  const { phase, waiting_for, seat } = view.public;
  if (phase === "over") return t("turn.over");
  if (store.standIn) return t("turn.stand_in");
  if (store.myTurn) return myTurnText(desk);
  if (phase === "first_tickets") {
    const names = waiting_for.map((one) => seatName(scene, one));
    return t("turn.others_choose", { names: list(names) });
  }
  const name = store.names[seat] ?? "";
  const pending = view.public.pending_route;
  if (phase === "payment" && pending)
    return t("turn.pays", { name, route: routeName(edition, pending) });
  if (phase === "keep_tickets") return t("turn.keeps", { name });
  return t("turn.of", { name });
}

function myTurnText({ store, edition, offer }: Desk): string {
  const phase = store.view?.public.phase;
  const onlyPass = store.legal.size === 1 && store.legal.has("pass");
  if (onlyPass) return t("turn.must_pass");
  if (phase === "second_card") {
    return t("turn.second", { wild: colorName(edition, "locomotive") });
  }
  if (phase === "payment") {
    return t("turn.pay", { route: routeName(edition, store.view?.public.pending_route ?? "") });
  }
  if (phase === "first_tickets") {
    return t("turn.first_tickets", { least: leastKept(store.legal), n: offer.length });
  }
  if (phase === "keep_tickets") {
    return t("turn.keep", { least: leastKept(store.legal), n: offer.length });
  }
  return t("turn.yours");
}

/** How many tickets must be kept: the shortest of the legal choices. */
export function leastKept(legal: Iterable<string>): number {
  const sizes = [...legal]
    .filter((action) => action.startsWith("keep "))
    .map((action) => action.split(" ").length - 1);
  return sizes.length ? Math.min(...sizes) : 0;
}
