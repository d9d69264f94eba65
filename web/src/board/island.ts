/** The land below somebody's own board: an island around its network, with a sandy shore. */
import { contours, gridOver, smoothPath } from "./contours";
import type { BoardData } from "./edition";
import type { Layout } from "./layout";
import type { Box, Point } from "./plane";
import type { Scenery } from "./scenery";

/** From the network to the water. */
const SHORE = 74;
/** The size of a cell of the grid on which the shore is found. */
const CELL = 12;
/** Shores of fewer steps are left out. */
const SMALLEST_ISLE = 12;
/** How far roads feel each other when the shore is found. */
const SOFT = 14;

export function islandOf(board: BoardData, layout: Layout): Scenery {
  const { left, top, width, height } = layout.frame;
  const box: Box = {
    left: left - 2 * SHORE,
    top: top - 2 * SHORE,
    width: width + 4 * SHORE,
    height: height + 4 * SHORE,
  };
  const near = gridOver(box, CELL, toNetwork(networkOf(board, layout)));
  const d = contours(near, SHORE)
    .filter((shore) => shore.length > SMALLEST_ISLE)
    .map(smoothPath)
    .join("");
  return {
    ground: "water",
    shapes: [
      { kind: "land", d },
      { kind: "home", d },
    ],
    ornaments: [],
    names: [],
  };
}

/** Points all along the network, and inside its triangles. */
function networkOf(board: BoardData, layout: Layout): Point[] {
  const points: Point[] = Object.values(layout.cities);
  for (const spaces of Object.values(layout.spaces))
    points.push(...spaces.map(({ x, y }): Point => [x, y]));
  for (const city of board.cities) {
    const label = layout.labels[city.id]!;
    const [x, y] = layout.cities[city.id]!;
    points.push(
      [x + label.x - label.width / 3, y + label.y],
      [x + label.x + label.width / 3, y + label.y],
    );
    points.push(...meadows(city.id, board, layout));
  }
  return points;
}

/** The land between roads that leave a city side by side. */
function meadows(city: string, board: BoardData, layout: Layout): Point[] {
  const [x, y] = layout.cities[city]!;
  const others = new Set(board.routes.flatMap((r) => (r.cities.includes(city) ? r.cities : [])));
  others.delete(city);
  const around = [...others]
    .map((other) => layout.cities[other]!)
    .sort((a, b) => Math.atan2(a[1] - y, a[0] - x) - Math.atan2(b[1] - y, b[0] - x));
  return around.flatMap((one, n): Point[] => {
    const other = around[(n + 1) % around.length]!;
    const turn = Math.atan2(other[1] - y, other[0] - x) - Math.atan2(one[1] - y, one[0] - x);
    const isOpen = ((turn % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI) > 2.2;
    return isOpen || one === other
      ? []
      : [
          [0.3, 0.3],
          [0.5, 0.5],
          [0.2, 0.6],
          [0.6, 0.2],
        ].map(([a, b]): Point => [
          x + a! * (one[0] - x) + b! * (other[0] - x),
          y + a! * (one[1] - y) + b! * (other[1] - y),
        ]);
  });
}

/** Shores are never quite even. */
function uneven(x: number, y: number): number {
  return 16 + 9 * Math.sin(x / 47) * Math.cos(y / 39) + 4 * Math.sin((x + y) / 17);
}

/** How far a place is from the network, a little uneven as shores are. */
function toNetwork(points: readonly Point[]): (x: number, y: number) => number {
  return (x, y) => {
    // A soft minimum: where two roads are near, the shore runs round instead of making a corner.
    let sum = 0;
    for (const [px, py] of points) sum += Math.exp(-Math.hypot(px - x, py - y) / SOFT);
    return -SOFT * Math.log(sum) + uneven(x, y);
  };
}
