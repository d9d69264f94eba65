/** A move that waits for my turn, and why it was given up, in words. */
import type { Ahead, Drop } from "../table/desk/ahead.svelte";
import { list, t } from "./index.svelte";
import { cardsText, oneCard, paymentCards, readPayment, routeName, type Reader } from "./names";

export function aheadText({ edition }: Reader, move: Ahead): string {
  if (move.kind === "claim") {
    const cards = cardsText(edition, paymentCards(readPayment(move.payment)));
    return t("ahead.claim", { route: routeName(edition, move.route), cards });
  }
  const isBlind = (card: string) => card === "deck";
  const cards =
    move.cards.length === 2 && move.cards.every(isBlind)
      ? t("log.blind_two")
      : list(move.cards.map((card) => (isBlind(card) ? t("log.blind") : oneCard(edition, card))));
  return t("ahead.draw", { cards });
}

export function dropText({ edition, names }: Reader, drop: Drop): string {
  switch (drop.why) {
    case "card":
      return t("ahead.gone.card", { card: oneCard(edition, drop.card) });
    case "route":
      return t("ahead.gone.route", {
        name: names[drop.seat] ?? "",
        route: routeName(edition, drop.route),
      });
    case "closed":
      return t("ahead.gone.closed", { route: routeName(edition, drop.route) });
    default:
      return t(`ahead.gone.${drop.why}`);
  }
}
