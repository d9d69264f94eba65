/** The score as a list of things that are revealed one after the other. */
import type { Edition } from "../board/edition";
import type { PublicPart, Score } from "../protocol";

/** What scored: routes, tickets done or failed, or a bonus by name. */
export interface Item {
  seat: number;
  rule: string;
  points: number;
  ticket: number | null;
}

/** Bonuses an edition can give. */
export function bonusesOf(edition: Edition): string[] {
  return [
    ...(edition.longest_path ? ["longest_path"] : []),
    ...(edition.globetrotter ? ["globetrotter"] : []),
    ...(edition.districts ? ["districts"] : []),
    ...(edition.attractions ? ["attractions"] : []),
  ];
}

/** In the order of the reveal: all routes, then each seat's tickets, failed ones first, then bonuses. */
export function itemsOf(score: Score, edition: Edition): Item[] {
  const seats = score.seats.map((one, seat) => ({ ...one, seat }));
  const routes = seats.map(({ seat, routes: points }): Item => ({
    seat,
    rule: "routes",
    points,
    ticket: null,
  }));
  const tickets = seats.flatMap(({ seat, tickets: held }) =>
    [...held]
      .sort((one, other) => one.points - other.points)
      .map(({ ticket, points }): Item => {
        const rule = points < 0 ? "failed" : "done";
        return { seat, rule, points, ticket };
      }),
  );
  const bonuses = bonusesOf(edition).flatMap((rule) =>
    seats
      .filter(({ bonuses: earned }) => earned[rule] !== undefined)
      .map(({ seat, bonuses: earned }): Item => ({
        seat,
        rule,
        points: earned[rule] ?? 0,
        ticket: null,
      })),
  );
  return [...routes, ...tickets, ...bonuses];
}

export function rulesOf(edition: Edition): string[] {
  return ["routes", "done", "failed", ...bonusesOf(edition)];
}

export function sumOf(items: Item[], seat: number, rule?: string): number {
  return items
    .filter((item) => item.seat === seat && (rule === undefined || item.rule === rule))
    .reduce((sum, item) => sum + item.points, 0);
}

type Ended = Pick<PublicPart, "routes" | "longest_paths">;

/** The routes to light for an item: of a ticket its way, of the longest path that, else all. */
export function wayOf(edition: Edition, end: Ended, item: Item): string[] {
  if (item.rule === "longest_path") return end.longest_paths?.[item.seat] ?? [];
  const own = edition.board.routes.filter((route) => end.routes[route.id] === item.seat);
  const ends = item.ticket === null ? undefined : edition.tickets[item.ticket]?.cities;
  if (!ends) return own.map((route) => route.id);
  const ways = new Map<string, string[]>([[ends[0], []]]);
  for (const [city, way] of ways)
    for (const { id, cities } of own) {
      const [from, to] = cities;
      const next = from === city ? to : to === city ? from : city;
      if (!ways.has(next)) ways.set(next, [...way, id]);
    }
  return ways.get(ends[1]) ?? [];
}

export interface Place {
  place: number;
  behind: number;
}

/** How a seat that did not win ended; null if it won, or has as many points as who won. */
export function placeOf({ seats, winners }: Score, seat: number): Place | null {
  const mine = seats[seat];
  const best = seats[winners[0] ?? seat];
  if (!mine || !best || winners.includes(seat) || mine.total === best.total) return null;
  return { place: mine.rank, behind: best.total - mine.total };
}

/** Did more than points decide: the best total belongs to several seats? */
export function isTied(score: Score): boolean {
  const best = Math.max(...score.seats.map((one) => one.total));
  return score.seats.filter((one) => one.total === best).length > 1;
}
