/** The score as a list of things that are revealed one after the other. */
import type { Edition } from "../../board/edition";
import type { PublicPart, Score } from "../../protocol";
import { list, t, tOr } from "../../texts/index.svelte";
import { seatName, type Reader } from "../../texts/names";

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

/**
 * In the order of the reveal: all routes, which everybody has counted; then each seat's tickets,
 * those of the last seat first, then bonuses; and in the end what decides.
 */
export function itemsOf(score: Score, edition: Edition): Item[] {
  const routes = seatsOf(score).map(({ seat, routes: points }) => item(seat, "routes", points));
  const hidden = [...ticketGroups(score), ...bonusGroups(score, edition)];
  const last = decidingGroup(score, routes, hidden);
  return [...routes, ...hidden.filter((group) => group !== last).flat(), ...(last ?? [])];
}

function item(seat: number, rule: string, points: number, ticket: number | null = null): Item {
  return { seat, rule, points, ticket };
}

const seatsOf = (score: Score) => score.seats.map((one, seat) => ({ ...one, seat }));

/** Whoever won comes last. */
const lastFirst = (score: Score) => seatsOf(score).sort((one, other) => other.rank - one.rank);

/** The tickets of each seat, failed ones first. */
function ticketGroups(score: Score): Item[][] {
  return lastFirst(score).map(({ seat, tickets }) =>
    tickets
      .toSorted((one, other) => one.points - other.points)
      .map(({ ticket, points }) => item(seat, points < 0 ? "failed" : "done", points, ticket)),
  );
}

/** Each bonus, the longest path as the last of them: it is drawn on the map. */
function bonusGroups(score: Score, edition: Edition): Item[][] {
  return bonusesOf(edition)
    .toReversed()
    .map((rule) =>
      lastFirst(score).flatMap(({ seat, bonuses }) => {
        const points = bonuses[rule];
        return points === undefined ? [] : [item(seat, rule, points)];
      }),
    );
}

/** Without it others would lead. If there is no such thing, the last of the winner's own. */
function decidingGroup(score: Score, known: Item[], groups: Item[][]): Item[] | undefined {
  const all = [...known, ...groups.flat()];
  const leaders = leadersOf(all);
  const decides = (group: Item[]) =>
    leadersOf(all.filter((one) => !group.includes(one))) !== leaders;
  const isTheirs = (group: Item[]) => group.some(({ seat }) => score.winners.includes(seat));
  return groups.findLast(decides) ?? groups.findLast(isTheirs);
}

/** The seats with most points, as one text. */
export function leadersOf(items: Item[]): string {
  const seats = [...new Set(items.map(({ seat }) => seat))].sort();
  const most = Math.max(...seats.map((seat) => sumOf(items, seat)));
  return seats.filter((seat) => sumOf(items, seat) === most).join();
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

/** How a seat that did not win ended; null if it won, or has as many points as the winner. */
export function placeOf({ seats, winners }: Score, seat: number): Place | null {
  const mine = seats[seat];
  const best = seats[winners[0] ?? seat];
  if (!mine || !best || winners.includes(seat) || mine.total === best.total) return null;
  return { place: mine.rank, behind: best.total - mine.total };
}

/** "You finished 2nd, 18 points behind." */
export function placeText({ place, behind }: Place): string {
  return t("score.place", {
    place: tOr(`ordinal.${place}`, `${place}`),
    points: t("points", { n: behind }),
  });
}

/** Did more than points decide: the best total belongs to several seats? */
export function isTied(score: Score): boolean {
  const best = Math.max(...score.seats.map((one) => one.total));
  return score.seats.filter((one) => one.total === best).length > 1;
}

/** Who has won, to a reader who may be one of them. */
export function winnersText({ winners }: Pick<Score, "winners">, reader: Reader): string {
  const others = winners.filter((seat) => seat !== reader.seat);
  const names = list(others.map((seat) => seatName(reader, seat)));
  if (others.length === winners.length) return t("lines.won", { n: winners.length, names });
  return others.length ? t("score.you_shared", { names }) : t("score.you_won");
}
