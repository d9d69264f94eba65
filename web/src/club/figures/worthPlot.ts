/** Analyzed games over time: how accurate each was, and how lucky. */
import { pathOf, type Point, type Tick } from "../../parts/chart/chart";
import type { GameWorth } from "../../protocol";

/** Games that a smooth line looks back at. */
const LATELY = 10;

/** The mean of the last games at each of them: one game says little. */
export function smooth(values: number[]): number[] {
  return values.map((_, n) => {
    const last = values.slice(Math.max(0, n - LATELY + 1), n + 1);
    return last.reduce((sum, value) => sum + value, 0) / last.length;
  });
}

export interface Drawing {
  dots: Point[];
  line: string;
  ticks: Tick[];
}

/** Values from `low` to `high`, one beside the other, as dots and as a smooth line. */
export function drawing(
  values: number[],
  { low, high, width, height }: { low: number; high: number; width: number; height: number },
  text: (value: number) => string,
): Drawing {
  const edge = 8;
  const x = (n: number) =>
    values.length < 2 ? width / 2 : edge + (n / (values.length - 1)) * (width - 2 * edge);
  const y = (value: number) => height - ((value - low) / (high - low)) * height;
  return {
    dots: values.map((value, n): Point => [x(n), y(value)]),
    line: pathOf(smooth(values).map((value, n): Point => [x(n), y(value)])),
    ticks: [high, (low + high) / 2, low].map((value) => ({ y: y(value), text: text(value) })),
  };
}

/** Games in which there was something to decide. */
export const graded = (worths: GameWorth[]) => worths.filter(({ accuracy }) => accuracy !== null);

/** How far luck reaches either way, in whole tens of percent. */
export const reach = (worths: GameWorth[]) =>
  Math.max(0.1, Math.ceil(Math.max(...worths.map(({ luck }) => Math.abs(luck))) * 10) / 10);
