/** An edition as the server sends it: the numbers of one rulebook, played on one board. */
import type { Edition } from "../protocol";

export type {
  Board as BoardData,
  City,
  District,
  Edition,
  Route,
  Ticket,
  Words,
} from "../protocol";

export const GRAY = "gray";
export const LOCOMOTIVE = "locomotive";

/** How many tickets name each city: what tells editions on the same board apart. */
export function ticketsAt(edition: Edition): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cities } of edition.tickets)
    for (const city of cities) counts.set(city, (counts.get(city) ?? 0) + 1);
  return counts;
}

/** Do this edition's tickets all touch a big city, so that the map should show which those are? */
export function isAboutBigCities(edition: Edition): boolean {
  const big = new Set(edition.board.cities.filter((city) => city.big).map((city) => city.id));
  return big.size > 0 && edition.tickets.every(({ cities }) => cities.some((id) => big.has(id)));
}
