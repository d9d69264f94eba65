/** Bend the map so that cities which were nudged keep their place on its coasts and rivers. */
import type { Point } from "../src/board/plane";

/** Where a point lay and where it is to lie. */
export type Move = readonly [from: Point, to: Point];

/** Softens the pull of the nearest city, in units squared. */
const SOFT = 120;

/**
 * Moving least squares: around every point, the turn, growth and shift that suit the nearest
 * moves best, so that shapes stay as they are and only their places change.
 */
export function warped(point: Point, moves: readonly Move[]): Point {
  const weights = moves.map(([from]) => weight(point, from));
  const total = weights.reduce((sum, each) => sum + each, 0);
  const before = mean(moves, weights, total, 0);
  const after = mean(moves, weights, total, 1);
  let [size, along, across] = [0, 0, 0];
  moves.forEach(([from, to], n) => {
    const [px, py] = [from[0] - before[0], from[1] - before[1]];
    const [qx, qy] = [to[0] - after[0], to[1] - after[1]];
    size += weights[n]! * (px * px + py * py);
    along += weights[n]! * (px * qx + py * qy);
    across += weights[n]! * (px * qy - py * qx);
  });
  const [a, b] = [along / size, across / size];
  const [x, y] = [point[0] - before[0], point[1] - before[1]];
  return [after[0] + a * x - b * y, after[1] + b * x + a * y];
}

function weight(point: Point, from: Point): number {
  const away = (point[0] - from[0]) ** 2 + (point[1] - from[1]) ** 2;
  return 1 / (away + SOFT) ** 1.25;
}

function mean(moves: readonly Move[], weights: number[], total: number, side: 0 | 1): Point {
  let [x, y] = [0, 0];
  moves.forEach((move, n) => {
    x += weights[n]! * move[side][0];
    y += weights[n]! * move[side][1];
  });
  return [x / total, y / total];
}
