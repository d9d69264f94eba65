/** Names of waters and lands, where they cover neither a route nor a city's name. */
import { boxOf, gap } from "../src/board/declutter";
import { textWidth } from "../src/board/labels";
import type { Layout } from "../src/board/layout";
import type { Point } from "../src/board/plane";
import { RADIUS, WIDTH } from "../src/board/roads";
import type { Line } from "./lines";
import type { Pen } from "./pen";

/** As large as wanted, or so much smaller. */
const SIZES = [1, 0.87, 0.75, 0.62];
/** Names of places are written with wide gaps between their letters, in parts of the size. */
const SPACING = { water: 0.12, land: 0.2 };
const AIR = 2;
const STEP = 5;

type Write = (pen: Pen, layout: Layout, text: string, wanted: number, along: Line) => boolean;

/** Write a name in the middle of a line, or as near to it as there is room; false if there is none. */
export const nameWater: Write = (...named) => nameAlong("water", ...named);
export const nameLand: Write = (...named) => nameAlong("land", ...named);

function nameAlong(
  kind: "water" | "land",
  ...[pen, layout, text, wanted, along]: Parameters<Write>
): boolean {
  const line = evenly(pen.along(along, STEP));
  for (const size of SIZES.map((part) => Math.round(part * wanted))) {
    const half = textWidth(text, size) / 2 + (text.length * SPACING[kind] * size) / 2 + AIR;
    const reach = Math.ceil(half / STEP);
    const middle = (line.length - 1) / 2;
    const places = line
      .map((at, n) => ({ at, n, before: line[n - reach], behind: line[n + reach] }))
      .sort((one, other) => Math.abs(one.n - middle) - Math.abs(other.n - middle));
    for (const { at, before, behind } of places) {
      if (!before || !behind) continue;
      const toward = ahead(before, behind, at);
      if (!isFree(layout, at, toward, half, 0.4 * size + AIR)) continue;
      pen.nameAt(kind, text, size, at, toward);
      return true;
    }
  }
  return false;
}

/** Points along a line, a step from each other. */
function evenly(line: Line): Line {
  return line.flatMap((from, n) => {
    const to = line[n + 1];
    if (!to) return [];
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP));
    return Array.from({ length: steps }, (_, k): Point => [
      from[0] + ((to[0] - from[0]) * k) / steps,
      from[1] + ((to[1] - from[1]) * k) / steps,
    ]);
  });
}

/** As far beyond a point as one place lies from another. */
function ahead([fx, fy]: Point, [tx, ty]: Point, [x, y]: Point): Point {
  return [x + tx - fx, y + ty - fy];
}

function isFree(layout: Layout, at: Point, toward: Point, half: number, high: number): boolean {
  const { frame, cities, labels, spaces } = layout;
  const names = Object.entries(labels).map(([city, label]) => boxOf(cities[city]!, label));
  const roads = Object.values(spaces).flat();
  return lattice(at, toward, half, high).every((point) => {
    const [x, y] = point;
    const isIn =
      x > frame.left &&
      y > frame.top &&
      x < frame.left + frame.width &&
      y < frame.top + frame.height;
    return (
      isIn &&
      names.every((box) => gap(point, box) > 0) &&
      Object.values(cities).every(([cx, cy]) => Math.hypot(x - cx, y - cy) > RADIUS) &&
      roads.every((space) => far(point, space) > WIDTH / 2)
    );
  });
}

/** Points all over a name that is turned. */
function lattice([x, y]: Point, [tx, ty]: Point, half: number, high: number): Point[] {
  const long = Math.hypot(tx - x, ty - y);
  const [ax, ay] = [(tx - x) / long, (ty - y) / long];
  const points: Point[] = [];
  for (let along = -half; along <= half; along += AIR)
    for (let across = -high; across <= high; across += AIR)
      points.push([x + along * ax - across * ay, y + along * ay + across * ax]);
  return points;
}

/** How far a point lies from the middle line of a space. */
function far([x, y]: Point, space: Layout["spaces"][string][number]): number {
  const turn = (space.angle * Math.PI) / 180;
  const [dx, dy] = [x - space.x, y - space.y];
  const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
  const across = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn));
  return Math.hypot(Math.max(0, along - space.length / 2), across);
}
