/** Where the letters of tickets stand: beside their city, and on no name. */
import type { ShownNames } from "./declutter";
import { boxOf, isInside, overlaps } from "./declutter";
import type { Layout } from "./layout";
import { distance } from "./plane";
import type { Box, Point } from "./plane";
import { ringRadius } from "./rings";
import type { Ring } from "./rings";
import type { Space } from "./spaces";

export const BADGE = 9.5;
/** From one letter of a city to its next. */
const STEP = 2 * BADGE + 1;
/** A third of the longest space is shorter than that. */
const LONG = 40;
/** Directions from a city, the best first. */
const TURNS = [-45, -135, 45, 135, -90, 90, -15, 195].map((turn) => (turn * Math.PI) / 180);

export interface Badge extends Ring {
  at: Point;
}

/** A letter for every ring; those of one city stand side by side. `scale` is how large they are. */
export function badgesOf(
  rings: readonly Ring[],
  layout: Layout,
  names: ShownNames,
  scale: number,
): Badge[] {
  const cities = [...new Set(rings.map((ring) => ring.city))];
  const taken = [...names.shown].map(([city, label]) =>
    boxOf(layout.cities[city]!, label, names.size),
  );
  const spaces = Object.values(layout.spaces).flat();
  const reach = BADGE * scale;
  return cities.flatMap((city) => {
    const own = rings.filter((ring) => ring.city === city);
    const home = layout.cities[city]!;
    const places = TURNS.map((turn) => chain(home, own.length, turn, scale));
    const far = (ringRadius(own.length) + own.length * STEP) * scale + reach + LONG;
    const near = spaces.filter(({ x, y }) => distance([x, y], home) < far);
    const costs = places.map((points, n) => n / 10 + costOf(points, near));
    const best = places[costs.indexOf(Math.min(...costs))]!;
    return own.map((ring, n) => ({ ...ring, at: best[n]! }));
  });

  function costOf(points: Point[], near: readonly Space[]): number {
    const boxes = points.map(([x, y]): Box => ({
      left: x - reach,
      top: y - reach,
      width: 2 * reach,
      height: 2 * reach,
    }));
    const onNames = boxes.flatMap((box) => taken.filter((name) => overlaps(name, box)));
    const outside = boxes.filter((box) => !isInside(box, names.seen));
    const onSpaces = points.flatMap((point) =>
      near.filter((space) => distance([space.x, space.y], point) < reach + space.length / 3),
    );
    return 10 * (onNames.length + outside.length) + onSpaces.length;
  }
}

/** So many places in a line, beginning beside a city and leading away from it. */
function chain([x, y]: Point, count: number, turn: number, scale: number): Point[] {
  const far = (ringRadius(count - 1) + 4) * scale;
  const aside = Math.cos(turn) < -0.01 ? -STEP : STEP;
  return Array.from({ length: count }, (_, n): Point => [
    x + far * Math.cos(turn) + n * aside * scale,
    y + far * Math.sin(turn),
  ]);
}
