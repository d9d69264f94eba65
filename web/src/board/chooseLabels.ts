/** Which place the name of every city takes on a sheet that is laid out. */
import { LINE, possibleLabels } from "./labels";
import type { Label } from "./labels";
import { boxAround } from "./plane";
import type { Box, Point } from "./plane";

/** What a unit beyond the network costs. */
const OVERHANG = 5;

/** Points all over a label, seen from its city, that keep a distance from spaces. */
export function labelDots(label: Label): Point[] {
  const columns = Math.max(2, Math.round(label.width / 14));
  const across = Math.max(label.width - 8, 1);
  const rows = label.lines.length;
  const dots: Point[] = [];
  for (let c = 0; c < columns; c++)
    for (let r = 0; r < rows; r++)
      dots.push([
        label.x + (c / (columns - 1) - 0.5) * across,
        label.y + (rows === 1 ? 0 : r / (rows - 1) - 0.5) * (label.height - LINE),
      ]);
  return dots;
}

/** For every city the label that covers least of the spaces, cities and other labels. */
export function chooseLabels(
  names: readonly string[],
  places: readonly Point[],
  outlines: readonly Point[],
): Label[] {
  const options = names.map((name) => possibleLabels(name));
  const land = boxAround([...places, ...outlines]);
  const costs = options.map((labels, city) => {
    const home = places[city]!;
    const near = outlines.filter((dot) => isWithin(dot, home, 160));
    return labels.map(
      (label, n) =>
        8 * covered(label, home, near, 4) +
        2 * covered(label, home, places, 11) +
        OVERHANG * overhang(label, home, land) +
        (40 * n) / labels.length,
    );
  });
  const chosen = options.map(() => 0);
  for (let round = 0; round < 5; round++)
    options.forEach((labels, city) => {
      const price = (label: Label, n: number): number =>
        costs[city]![n]! +
        options.reduce(
          (sum, other, o) =>
            o === city ? sum : sum + overlap(label, places[city]!, other[chosen[o]!]!, places[o]!),
          0,
        );
      const prices = labels.map(price);
      chosen[city] = prices.indexOf(Math.min(...prices));
    });
  return options.map((labels, city) => labels[chosen[city]!]!);
}

/** How far a label reaches beyond the network, which makes the whole board smaller on a screen. */
function overhang(label: Label, [x, y]: Point, land: Box): number {
  const { left, top, width, height } = land;
  const across = Math.abs(x + label.x - left - width / 2) + (label.width - width) / 2;
  const down = Math.abs(y + label.y - top - height / 2) + (label.height - height) / 2;
  return Math.max(0, across) + Math.max(0, down);
}

function isWithin(a: Point, b: Point, far: number): boolean {
  return Math.abs(a[0] - b[0]) < far && Math.abs(a[1] - b[1]) < far;
}

/** How deep dots of that radius lie in a label. */
function covered(label: Label, home: Point, dots: readonly Point[], dot: number): number {
  let sum = 0;
  for (const [x, y] of dots) {
    const dx = Math.abs(x - home[0] - label.x) - label.width / 2;
    const dy = Math.abs(y - home[1] - label.y) - label.height / 2;
    sum += Math.max(0, Math.min(2 * dot, dot - Math.max(dx, dy))) ** 2;
  }
  return sum;
}

/** How much area two labels share, a little room included. */
function overlap(one: Label, at: Point, other: Label, there: Point): number {
  const dx = Math.abs(at[0] + one.x - there[0] - other.x);
  const dy = Math.abs(at[1] + one.y - there[1] - other.y);
  const wide = (one.width + other.width) / 2 + 6 - dx;
  const high = (one.height + other.height) / 2 + 2 - dy;
  return wide > 0 && high > 0 ? 2 * wide * high : 0;
}
