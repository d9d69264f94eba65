/** What the turn bar says. */
import type { PublicPart } from "../protocol";
import { list, t } from "../texts/index.svelte";
import { colorName, routeName, seatName, trainsText } from "../texts/names";
import type { Desk } from "./desk/desk.svelte";

export function turnText(desk: Desk): string {
  const { store, edition, reader } = desk;
  const view = store.view;
  if (!view) return "";
  const { phase, waiting_for, seat } = view.public;
  if (phase === "over") return t("turn.over");
  if (store.standIn) return t("turn.stand_in");
  if (store.myTurn) return myTurnText(desk);
  if (phase === "first_tickets") {
    const names = waiting_for.map((one) => seatName(reader, one));
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

type Turns = Pick<PublicPart, "final_turns_left" | "phase" | "seat" | "seats" | "turns">;

/** In which round the table is: all have had as many turns as there were rounds before. */
export function roundOf({ phase, seats, turns }: Turns): number {
  const ended = phase === "over" ? turns - 1 : turns;
  return Math.floor(Math.max(0, ended) / seats) + 1;
}

/** In the last round, what is left: for a player of the own turn, for others of all. */
export function lastRoundText(view: Turns, mine: number | null): string {
  const { final_turns_left: left, phase, seat, seats } = view;
  if (left === null || phase === "over") return "";
  if (mine === null) return t("turn.last", { n: left });
  // The seat that plays has the first of the turns left; the others follow in order.
  const before = (mine - seat + seats) % seats;
  if (before === 0) return t("turn.last.yours");
  return t(before < left ? "turn.last.coming" : "turn.last.done");
}

/** "Ann has only 4 trains: the last round is near." */
export function nearEndText({ store, edition }: Desk, seat: number): string {
  const trains = trainsText(edition, store.view?.public.trains[seat] ?? 0);
  return t("turn.near_end", { name: store.names[seat] ?? "", trains });
}

/** How many tickets must be kept: the shortest of the legal choices. */
export function leastKept(legal: Iterable<string>): number {
  const sizes = [...legal]
    .filter((action) => action.startsWith("keep "))
    .map((action) => action.split(" ").length - 1);
  return sizes.length ? Math.min(...sizes) : 0;
}
