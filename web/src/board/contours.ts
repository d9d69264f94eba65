/** Lines around all places where something measured on a grid is less than a level. */
import type { Box, Point } from "./plane";

export interface Grid {
  box: Box;
  cell: number;
  columns: number;
  values: Float64Array;
}

/** Measure something at every corner of a grid over a box. */
export function gridOver(box: Box, cell: number, measure: (x: number, y: number) => number): Grid {
  const [columns, rows] = [Math.ceil(box.width / cell), Math.ceil(box.height / cell)];
  const values = new Float64Array(columns * rows);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      values[r * columns + c] = measure(box.left + c * cell, box.top + r * cell);
  return { box, cell, columns, values };
}

/** Closed lines around all that is less than the level (marching squares). */
export function contours({ box, cell, columns, values }: Grid, level: number): Point[][] {
  const next = new Map<string, [Point, string]>();
  const rows = values.length / columns;
  const at = (c: number, r: number): number => values[r * columns + c]! - level;
  const cut = (c: number, r: number, c2: number, r2: number): [Point, string] => {
    const t = at(c, r) / (at(c, r) - at(c2, r2));
    const key = [Math.min(c, c2), Math.min(r, r2), c !== c2 ? "h" : "v"].join(" ");
    return [[box.left + (c + t * (c2 - c)) * cell, box.top + (r + t * (r2 - r)) * cell], key];
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
    if (chain.length > 5) found.push(chain);
  }
  return found;
}

/** A closed path through the middles of the steps, with the points as handles. */
export function smoothPath(ring: readonly Point[]): string {
  const n1 = (value: number): string => value.toFixed(1);
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const start = middle(ring[ring.length - 1]!, ring[0]!);
  const parts = ring.map((point, n) => {
    const [x, y] = middle(point, ring[(n + 1) % ring.length]!);
    return `Q${n1(point[0])} ${n1(point[1])} ${n1(x)} ${n1(y)}`;
  });
  return `M${n1(start[0])} ${n1(start[1])}${parts.join("")}Z`;
}
