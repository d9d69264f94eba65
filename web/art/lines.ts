/** Lines of points: made smooth, fine or plain, given a width, cut at a box, written as paths. */
import type { Box, Point } from "../src/board/plane";

export type Line = Point[];

/** A curve through all points (Catmull-Rom), so many steps between two. */
export function smooth(line: readonly Point[], isRing: boolean, steps = 6): Line {
  const count = line.length;
  const at = (n: number): Point =>
    isRing ? line[(n + count) % count]! : line[Math.max(0, Math.min(count - 1, n))]!;
  const result: Line = [];
  for (let n = 0; n < (isRing ? count : count - 1); n++)
    for (let s = 0; s < steps; s++)
      result.push(between(at(n - 1), at(n), at(n + 1), at(n + 2), s / steps));
  if (!isRing) result.push(line[count - 1]!);
  return result;
}

function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const one = (k: 0 | 1): number =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * t +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t ** 2 +
      (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3);
  return [one(0), one(1)];
}

/** Points in between, so that no step is longer than that. */
export function finer(line: readonly Point[], longest: number): Line {
  const result: Line = [];
  line.forEach((point, n) => {
    const last = line[n - 1];
    if (last) {
      const pieces = Math.ceil(Math.hypot(point[0] - last[0], point[1] - last[1]) / longest);
      for (let s = 1; s < pieces; s++)
        result.push([
          last[0] + ((point[0] - last[0]) * s) / pieces,
          last[1] + ((point[1] - last[1]) * s) / pieces,
        ]);
    }
    result.push(point);
  });
  return result;
}

/** Without the points that hardly matter (Douglas and Peucker). */
export function plainer(line: readonly Point[], tolerance: number): Line {
  const keep = new Set([0, line.length - 1]);
  const open: [number, number][] = [[0, line.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [worst, at] = [tolerance, -1];
    for (let n = from + 1; n < to; n++) {
      const off = offLine(line[n]!, line[from]!, line[to]!);
      if (off > worst) [worst, at] = [off, n];
    }
    if (at < 0) continue;
    keep.add(at);
    open.push([from, at], [at, to]);
  }
  return line.filter((_, n) => keep.has(n));
}

function offLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const size = dx * dx + dy * dy;
  const along = size ? ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / size : 0;
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(point[0] - from[0] - t * dx, point[1] - from[1] - t * dy);
}

/** The two banks of a line with that width on each side, as one ring. */
export function widened(line: readonly Point[], half: (share: number) => number): Line {
  const left: Line = [];
  const right: Line = [];
  line.forEach((point, n) => {
    const [before, after] = [line[Math.max(0, n - 1)]!, line[Math.min(line.length - 1, n + 1)]!];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const by = half(n / (line.length - 1)) / Math.max(Math.hypot(dx, dy), 1e-12);
    left.push([point[0] - dy * by, point[1] + dx * by]);
    right.push([point[0] + dy * by, point[1] - dx * by]);
  });
  return [...left, ...right.reverse()];
}

/** The part of a ring inside a box (Sutherland and Hodgman). */
export function ringInside(ring: Line, { left, top, width, height }: Box): Line {
  const edges: [0 | 1, number, 1 | -1][] = [
    [0, left, 1],
    [0, left + width, -1],
    [1, top, 1],
    [1, top + height, -1],
  ];
  return edges.reduce((rest, [axis, limit, side]) => cutRing(rest, axis, limit, side), ring);
}

function cutRing(ring: Line, axis: 0 | 1, limit: number, side: 1 | -1): Line {
  const isIn = (point: Point): boolean => (point[axis] - limit) * side >= 0;
  const result: Line = [];
  ring.forEach((point, n) => {
    const last = ring[(n + ring.length - 1) % ring.length]!;
    if (isIn(point) !== isIn(last)) {
      const t = (limit - last[axis]) / (point[axis] - last[axis]);
      result.push([last[0] + (point[0] - last[0]) * t, last[1] + (point[1] - last[1]) * t]);
    }
    if (isIn(point)) result.push(point);
  });
  return result;
}

/** The pieces of a line that fulfill a condition. */
export function pieces(line: readonly Point[], isWanted: (point: Point) => boolean): Line[] {
  const found: Line[] = [];
  let current: Line = [];
  for (const point of line) {
    if (isWanted(point)) current.push(point);
    else if (current.length) {
      found.push(current);
      current = [];
    }
  }
  if (current.length) found.push(current);
  return found.filter((piece) => piece.length > 1);
}

export function isInRing([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false;
  ring.forEach(([ax, ay], n) => {
    const [bx, by] = ring[(n + ring.length - 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** The text of a path, in tenths of a unit, each point seen from the last. */
export function pathText(line: readonly Point[], isRing: boolean): string {
  let text = "";
  let [lastX, lastY] = [0, 0];
  line.forEach(([x, y], n) => {
    const [tx, ty] = [Math.round(x * 10), Math.round(y * 10)];
    const [dx, dy] = [tx - lastX, ty - lastY];
    if (n && !dx && !dy) return;
    text += `${n ? (n === 1 ? "l" : separator(dx)) : "M"}${tenth(dx)}${separator(dy)}${tenth(dy)}`;
    [lastX, lastY] = [tx, ty];
  });
  return text + (isRing ? "z" : "");
}

const separator = (value: number): string => (value < 0 ? "" : " ");

function tenth(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, "$1.");
}
