/** Outlines around roads: what is touched, focused, selected or lit up. */
import type { Layout } from "./layout";
import { boxAround } from "./plane";
import type { Point } from "./plane";
import { WIDTH } from "./roads";
import type { Space } from "./spaces";

/** A closed path around the spaces of a road's routes, so far outside their edges. */
export function bandAround(routes: readonly string[], layout: Layout, margin: number): string {
  const points = bandPoints(routes, layout, margin);
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** The middle of the box around a band, where programs click that know boxes only. */
export function middleOfBand(routes: readonly string[], layout: Layout, margin: number): Point {
  const { left, top, width, height } = boxAround(bandPoints(routes, layout, margin));
  return [left + width / 2, top + height / 2];
}

function bandPoints(routes: readonly string[], layout: Layout, margin: number): Point[] {
  const first = layout.spaces[routes[0]!]!;
  const last = layout.spaces[routes[routes.length - 1]!]!;
  const out = WIDTH / 2 + margin;
  return [...edgeOf(first, -out, margin), ...edgeOf(last, out, margin).reverse()];
}

/** The line along one side of a row of spaces. */
function edgeOf(spaces: readonly Space[], aside: number, margin: number): Point[] {
  const points = spaces.flatMap(({ x, y, angle, length }, n): Point[] => {
    const turn = (angle * Math.PI) / 180;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const at = (along: number): Point => [x + along * c - aside * s, y + along * s + aside * c];
    const reach = length / 2;
    return [
      ...(n === 0 ? [at(-reach - margin)] : []),
      at(0),
      ...(n === spaces.length - 1 ? [at(reach + margin)] : []),
    ];
  });
  return points;
}

/** The line through the middles of a route's spaces, from city to city. */
export function wayAlong(route: string, ends: readonly [string, string], layout: Layout): string {
  const points = [
    layout.cities[ends[0]]!,
    ...layout.spaces[route]!.map(({ x, y }): Point => [x, y]),
    layout.cities[ends[1]]!,
  ];
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}
