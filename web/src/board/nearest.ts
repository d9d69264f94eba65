/** What is nearest: the road or city under a finger, the city next to another one. */
import type { BoardData } from "./edition";
import type { Layout } from "./layout";
import { distance } from "./plane";
import type { Point } from "./plane";
import { RADIUS } from "./roads";
import type { Space } from "./spaces";

export type Hit = { city: string } | { routes: string[] };

/** What a tap means: a city's dot, else the nearest road within reach; its routes nearest first. */
export function hitAt(point: Point, board: BoardData, layout: Layout, reach: number): Hit | null {
  const routes = board.routes
    .map((route) => ({ route, far: farFromSpaces(point, layout.spaces[route.id]!) }))
    .sort((a, b) => a.far - b.far);
  const nearest = routes[0];
  const city = board.cities
    .map(({ id }) => ({ id, far: distance(point, layout.cities[id]!) - RADIUS }))
    .sort((a, b) => a.far - b.far)[0];
  if (city && city.far < Math.min(reach / 2, nearest?.far ?? reach)) return { city: city.id };
  if (!nearest || nearest.far > reach) return null;
  const { id, twin } = nearest.route;
  return { routes: twin === null ? [id] : [id, twin] };
}

/** How far a point is from the line through the spaces of a route. */
export function farFromSpaces([x, y]: Point, spaces: readonly Space[]): number {
  const far = spaces.map((space) => {
    const turn = (space.angle * Math.PI) / 180;
    const [dx, dy] = [x - space.x, y - space.y];
    const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn)) - space.length / 2;
    const across = Math.abs(-dx * Math.sin(turn) + dy * Math.cos(turn));
    return Math.hypot(Math.max(along, 0), across);
  });
  return Math.min(...far);
}

const WAYS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The city that an arrow key leads to: near, and not far off the arrow's way. */
export function cityToward(from: string, key: string, cities: Layout["cities"]): string | null {
  const way = WAYS[key];
  const home = cities[from];
  if (!way || !home) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const [city, [x, y]] of Object.entries(cities)) {
    const [dx, dy] = [x - home[0], y - home[1]];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    const cost = ahead + 2.2 * aside;
    if (city !== from && ahead > 0 && aside < 2 * ahead && cost < least)
      [best, least] = [city, cost];
  }
  return best;
}
