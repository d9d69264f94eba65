/** The corner of the map where something covers least of the board when the whole of it is seen. */
import { WHOLE, fittingScale, toSheet, toView } from "./camera";
import type { Size } from "./camera";
import { boxOf, gap, overlaps } from "./declutter";
import type { ShownNames } from "./declutter";
import type { Layout } from "./layout";
import type { Box, Point } from "./plane";
import { RADIUS, WIDTH } from "./roads";

/** The best first: a hand holds a phone from below, and most people are right-handed. */
export const CORNERS = ["bottom right", "bottom left", "top right", "top left"] as const;
export type Corner = (typeof CORNERS)[number];

/** A city that is covered cannot be touched; a space or a name is only harder to see. */
const COST = { city: 10, name: 4, space: 1 };

/** Where something of a size covers least; not where something else is already. */
export function freeCorner(
  layout: Layout,
  names: ShownNames,
  view: Size,
  size: Size,
  taken: Corner | null = null,
): Corner {
  const corners = CORNERS.filter((corner) => corner !== taken);
  const costs = corners.map((corner) => coveredBy(boxIn(corner, view, size)));
  return corners[costs.indexOf(Math.min(...costs))]!;

  function coveredBy(box: Box): number {
    const scale = fittingScale(layout.frame, view);
    const seen = (point: Point): Point => toView(point, layout.frame, view, WHOLE);
    const isNear = (point: Point, reach: number): boolean => gap(seen(point), box) < reach * scale;
    const cities = Object.values(layout.cities).filter((city) => isNear(city, 2 * RADIUS));
    const spaces = Object.values(layout.spaces).flat();
    const covered = spaces.filter(({ x, y }) => isNear([x, y], WIDTH));
    const written = [...names.shown].filter(([city, label]) => {
      const { left, top, width, height } = boxOf(layout.cities[city]!, label, names.size);
      const [x, y] = seen([left, top]);
      return overlaps({ left: x, top: y, width: width * scale, height: height * scale }, box);
    });
    return COST.city * cities.length + COST.name * written.length + COST.space * covered.length;
  }
}

/** What a corner covers of the sheet when the whole board is seen. */
export function cornerOfSheet(corner: Corner, frame: Box, view: Size, size: Size): Box {
  const { left, top, width, height } = boxIn(corner, view, size);
  const scale = fittingScale(frame, view);
  const [x, y] = toSheet([left, top], frame, view, WHOLE);
  return { left: x, top: y, width: width / scale, height: height / scale };
}

function boxIn(corner: Corner, view: Size, { width, height }: Size): Box {
  return {
    left: corner.endsWith("right") ? view.width - width : 0,
    top: corner.startsWith("bottom") ? view.height - height : 0,
    width,
    height,
  };
}
