/** Ways to pay for a route, as the server lists them, and one put together card by card. */
import { LOCOMOTIVE, type Route } from "../../board/edition";
import type { Cards } from "../../protocol";
import { paymentCards, readPayment } from "../../texts/names";

/** One payment for one track of a road. */
export interface Way {
  id: string;
  payment: string;
  key: string;
}

/** So many ways are all offered at once. */
export const FEW = 4;
/** Of more, this many at most: the best of each color. */
export const MOST = 6;
/** What is picked when the cards are counted out one by one. */
export const MIX = "mix";

export function cardsOf(way: Way): Cards {
  return paymentCards(readPayment(way.payment));
}

/** The best first: fewest locomotives, then the color of which there are most to spare. */
export function bestFirst(ways: Way[], spare: Cards): Way[] {
  const wild = (way: Way) => cardsOf(way)[LOCOMOTIVE] ?? 0;
  const left = (way: Way) => spare[readPayment(way.payment).color] ?? 0;
  return ways.toSorted((one, other) => wild(one) - wild(other) || left(other) - left(one));
}

/** What a hand has of each color beyond what these routes take; below zero if it lacks some. */
export function spareCards(hand: Cards, wanted: Pick<Route, "color" | "length">[]): Cards {
  const spare = { ...hand };
  for (const { color, length } of wanted) spare[color] = (spare[color] ?? 0) - length;
  return spare;
}

/** The ways to offer at once: all if they are few, else the first ones of a track and color. */
export function shortList(ways: Way[]): Way[] {
  if (ways.length <= FEW) return ways;
  const kind = ({ id, payment }: Way) => `${id} ${readPayment(payment).color}`;
  const firsts = new Map(ways.toReversed().map((way) => [kind(way), way]));
  return ways.filter((way) => firsts.get(kind(way)) === way).slice(0, MOST);
}

/** How many cards of each color some way takes at most; colors that no way takes are not there. */
export function mostOf(ways: Way[]): Cards {
  const most: Cards = {};
  for (const way of ways)
    for (const [color, count] of Object.entries(cardsOf(way)))
      if (count) most[color] = Math.max(most[color] ?? 0, count);
  return most;
}

/** The way that takes exactly these cards, if the server has listed one. */
export function wayFor(ways: Way[], mix: Cards): Way | undefined {
  return ways.find((way) => isSame(cardsOf(way), mix));
}

/** How many cards a mix lacks; below zero if it has too many. */
export function lacking(ways: Way[], mix: Cards): number {
  return sum(ways[0] ? cardsOf(ways[0]) : {}) - sum(mix);
}

function isSame(one: Cards, other: Cards): boolean {
  const colors = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...colors].every((color) => (one[color] ?? 0) === (other[color] ?? 0));
}

/** How many cards these are. */
export function sum(cards: Cards): number {
  return Object.values(cards).reduce((all, count) => all + count, 0);
}
