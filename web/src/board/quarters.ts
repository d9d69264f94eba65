/** Districts as tinted quarters of the map, which run into each other as water colors do. */
import { contours, gridOver, smoothPath } from "./contours";
import type { District } from "./edition";
import type { Layout } from "./layout";
import type { Box, Point } from "./plane";

/** The size of a cell of the grid on which the edges are found. */
const CELL = 24;
/** How soft the edge between two districts is. */
const SOFT = 40;
/** From its cities a district reaches so far, and fades over so much more. */
const REACH = 105;
const FADE = 120;
/** A tint lies on itself in so many coats, each a little smaller than the one below. */
const COATS = [0.1, 0.18, 0.26, 0.34, 0.42, 0.5, 0.58, 0.66, 0.74, 0.82];

export interface Quarter {
  district: District;
  /** The widest first. */
  coats: string[];
}

export function quartersOf(districts: readonly District[], layout: Layout): Quarter[] {
  const homes = districts.map(({ cities }) => cities.map((city) => layout.cities[city]!));
  return districts.map((district, own) => {
    const isElsewhere = (x: number, y: number): number => 1 - shareOf(own, homes, [x, y]);
    const grid = gridOver(around(layout.frame), CELL, isElsewhere);
    const coats = COATS.map((share) =>
      contours(grid, 1 - share)
        .map(smoothPath)
        .join(""),
    );
    return { district, coats };
  });
}

/** How much of a place belongs to a district: 1 in its midst, a half where it meets another. */
function shareOf(own: number, homes: readonly (readonly Point[])[], place: Point): number {
  const far = homes.map((cities) =>
    Math.min(...cities.map(([x, y]) => Math.hypot(x - place[0], y - place[1]))),
  );
  const pull = far.map((each) => Math.exp((far[own]! - each) / SOFT));
  const fade = Math.max(0, Math.min(1, 1 - (far[own]! - REACH) / FADE));
  return fade / pull.reduce((sum, each) => sum + each, 0);
}

/** So wide that every quarter has faded before its edge. */
function around({ left, top, width, height }: Box): Box {
  const by = REACH + FADE + CELL;
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}
