/** A road is a route or a double route: one curve from city to city, with one lane or two. */
import type { BoardData, Route } from "./edition";
import type { Point } from "./plane";

/** Sizes on the sheet; everything else is measured in these units. */
export const SPACE = 34;
export const WIDTH = 16;
export const RADIUS = 10;
/** From a city's middle to its first space. */
export const REACH = RADIUS + 5;
/** From the middle of a double route to each of its two. */
export const LANE = WIDTH / 2 + 2.5;
/** Between two spaces of one route. */
export const GAP = 3;

export interface Road {
  routes: Route[];
  /** Places of its two cities in the board's list. */
  ends: readonly [number, number];
  length: number;
  lanes: readonly number[];
}

/** The routes of a board, with the two of a double route together. */
export function roadsOf(board: BoardData): Road[] {
  const place = new Map(board.cities.map((city, index) => [city.id, index]));
  const known = new Map(board.routes.map((route) => [route.id, route]));
  const seen = new Set<string>();
  const roads: Road[] = [];
  for (const route of board.routes) {
    if (seen.has(route.id)) continue;
    const twin = route.twin === null ? undefined : known.get(route.twin);
    const routes = twin ? [route, twin] : [route];
    for (const each of routes) seen.add(each.id);
    const [from, to] = route.cities;
    roads.push({
      routes,
      ends: [place.get(from) ?? 0, place.get(to) ?? 0],
      length: route.length,
      lanes: twin ? [-LANE, LANE] : [0],
    });
  }
  return roads;
}

/** A quadratic curve by its three points. */
export type Curve = readonly [Point, Point, Point];

/** The curve whose middle is shifted to the left of its chord by that share of its length. */
export function bent(start: Point, end: Point, bend: number): Curve {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const middle: Point = [(start[0] + end[0]) / 2 - dy * bend, (start[1] + end[1]) / 2 + dx * bend];
  return [start, middle, end];
}

export function pointOn([a, b, c]: Curve, t: number): Point {
  const [u, v, w] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return [u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1]];
}

/** The way ahead at a point of the curve, as a vector of length 1. */
export function aheadOn([a, b, c]: Curve, t: number): Point {
  const x = (1 - t) * (b[0] - a[0]) + t * (c[0] - b[0]);
  const y = (1 - t) * (b[1] - a[1]) + t * (c[1] - b[1]);
  const size = Math.max(Math.hypot(x, y), 1e-9);
  return [x / size, y / size];
}
