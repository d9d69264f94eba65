/** Which routes a color is good for: to find them on the map, not to decide what is legal. */
import { GRAY, LOCOMOTIVE, type Route } from "../../board/edition";
import type { Cards } from "../../protocol";

/** Do the cards of a color, with wild ones if need be, reach for a route of its color or a gray one? */
export function paysFor(
  route: Pick<Route, "color" | "length">,
  color: string,
  hand: Cards,
): boolean {
  const isWild = color === LOCOMOTIVE;
  const wild = isWild ? 0 : (hand[LOCOMOTIVE] ?? 0);
  const fits = isWild || route.color === color || route.color === GRAY;
  return fits && route.length <= (hand[color] ?? 0) + wild;
}
