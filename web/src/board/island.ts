/** The land below somebody's own board: an island around its network, with a sandy shore. */
import type { BoardData } from "./edition";
import type { Layout } from "./layout";
import type { Box, Point } from "./plane";
import type { Scenery } from "./scenery";

/** From the network to the water. */
const SHORE = 74;
/** The size of a cell of the grid on which the shore is found. */
const CELL = 12;
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
  const near = distances(box, networkOf(board, layout));
  const d = contours(near, box).map(smoothPath).join("");
  return {
    ground: "water",
    shapes: [
      { kind: "land", d },
      { kind: "home", d },
    ],
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

interface Field {
  columns: number;
  values: Float64Array;
}

/** How far each corner of the grid is from the network, a little uneven as shores are. */
function distances(box: Box, points: readonly Point[]): Field {
  const [columns, rows] = [Math.ceil(box.width / CELL), Math.ceil(box.height / CELL)];
  const values = new Float64Array(columns * rows);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const [x, y] = [box.left + c * CELL, box.top + r * CELL];
      // A soft minimum: where two roads are near, the shore runs round instead of making a corner.
      let sum = 0;
      for (const [px, py] of points) sum += Math.exp(-Math.hypot(px - x, py - y) / SOFT);
      values[r * columns + c] = -SOFT * Math.log(sum) + uneven(x, y);
    }
  return { columns, values };
}

/** Closed lines around all that is nearer than the shore (marching squares). */
function contours({ columns, values }: Field, box: Box): Point[][] {
  const next = new Map<string, [Point, string]>();
  const rows = values.length / columns;
  const at = (c: number, r: number): number => values[r * columns + c]! - SHORE;
  const cut = (c: number, r: number, c2: number, r2: number): [Point, string] => {
    const t = at(c, r) / (at(c, r) - at(c2, r2));
    const key = [Math.min(c, c2), Math.min(r, r2), c !== c2 ? "h" : "v"].join(" ");
    return [[box.left + (c + t * (c2 - c)) * CELL, box.top + (r + t * (r2 - r)) * CELL], key];
  };
  for (let r = 0; r < rows - 1; r++)
    for (let c = 0; c < columns - 1; c++) {
      const corners: [number, number][] = [
        [c, r],
        [c + 1, r],
        [c + 1, r + 1],
        [c, r + 1],
      ];
      const leave: [Point, string][] = [];
      const enter: [Point, string][] = [];
      corners.forEach(([x, y], n) => {
        const [x2, y2] = corners[(n + 1) % 4]!;
        const [here, there] = [at(x, y) < 0, at(x2, y2) < 0];
        if (here && !there) leave.push(cut(x, y, x2, y2));
        if (!here && there) enter.push(cut(x, y, x2, y2));
      });
      leave.forEach(([point, key], n) => next.set(key, [point, enter[n]![1]]));
    }
  return chains(next);
}

function chains(next: Map<string, [Point, string]>): Point[][] {
  const found: Point[][] = [];
  for (const start of [...next.keys()]) {
    const chain: Point[] = [];
    for (let key = start, step = next.get(key); step; step = next.get(key)) {
      next.delete(key);
      chain.push(step[0]);
      key = step[1];
    }
    if (chain.length > 12) found.push(chain);
  }
  return found;
}

/** A closed path through the middles of the steps, with the points as handles. */
function smoothPath(ring: Point[]): string {
  const n1 = (value: number): string => value.toFixed(1);
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const start = middle(ring[ring.length - 1]!, ring[0]!);
  const parts = ring.map((point, n) => {
    const [x, y] = middle(point, ring[(n + 1) % ring.length]!);
    return `Q${n1(point[0])} ${n1(point[1])} ${n1(x)} ${n1(y)}`;
  });
  return `M${n1(start[0])} ${n1(start[1])}${parts.join("")}Z`;
}
