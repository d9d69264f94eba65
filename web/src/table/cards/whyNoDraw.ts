/** Why a player cannot draw now, in a sentence: whose turn it is, what comes first, what is gone. */
import { t } from "../../texts/index.svelte";
import { colorName } from "../../texts/names";
import type { Desk } from "../desk/desk.svelte";
import { turnText } from "../turnText";

/** What can be drawn: the color of a face-up card, or from one of the two decks. */
export type Draw = string | "deck" | "tickets";

export function whyNoDraw(desk: Desk, what: Draw): string {
  const { store, edition } = desk;
  const phase = store.view?.public.phase;
  if (store.myTurn && phase === "second_card" && what === "locomotive")
    return t("why.no_locomotive_as_second_card", { wild: colorName(edition, what, 2) });
  if (store.myTurn && phase === "turn" && what === "deck") return t("why.deck_empty");
  if (store.myTurn && phase === "turn" && what === "tickets") return t("why.no_tickets_left");
  return turnText(desk);
}
