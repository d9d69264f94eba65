/** What the board says to people who listen to it; another language brings its own. */
import type { Edition, Route } from "./edition";

export interface BoardWords {
  board(name: string): string;
  /** One road: "Denver to Kansas City, 4, black open, orange claimed by Ann". */
  road(from: string, to: string, length: number, lanes: { color: string; state: string }[]): string;
  open: string;
  closed: string;
  claimedBy(name: string): string;
  color(color: string): string;
  city(name: string, roads: number): string;
  attraction(points: number): string;
  zoomIn: string;
  zoomOut: string;
  whole: string;
}

export const ENGLISH: BoardWords = {
  board: (name) => `Board: ${name}`,
  road: (from, to, length, lanes) =>
    `${from} to ${to}, ${length}, ${lanes.map(({ color, state }) => `${color}, ${state}`).join("; ")}`,
  open: "open",
  closed: "closed",
  claimedBy: (name) => `claimed by ${name}`,
  color: (color) => color,
  city: (name, roads) => `${name}, ${roads} ${roads === 1 ? "road" : "roads"}`,
  attraction: (points) => `attraction, ${points} ${points === 1 ? "point" : "points"}`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  whole: "Show the whole board",
};

export interface Standing {
  claims: Record<string, number>;
  closed: ReadonlySet<string>;
  seatNames: readonly string[];
}

export function describeRoad(
  routes: readonly Route[],
  edition: Edition,
  standing: Standing,
  words: BoardWords,
): string {
  const names = namesOf(edition);
  const name = (id: string): string => names.get(id) ?? id;
  const [first] = routes;
  const [from, to] = first!.cities;
  const lanes = routes.map((route) => ({
    color: words.color(route.color),
    state: stateOf(route.id, standing, words),
  }));
  return words.road(name(from), name(to), first!.length, lanes);
}

const known = new WeakMap<Edition, Map<string, string>>();

function namesOf(edition: Edition): Map<string, string> {
  let names = known.get(edition);
  if (!names) {
    names = new Map(edition.board.cities.map(({ id, name }) => [id, name]));
    known.set(edition, names);
  }
  return names;
}

function stateOf(id: string, { claims, closed, seatNames }: Standing, words: BoardWords): string {
  const seat = claims[id];
  if (seat !== undefined) return words.claimedBy(seatNames[seat] ?? `seat ${seat + 1}`);
  return closed.has(id) ? words.closed : words.open;
}
