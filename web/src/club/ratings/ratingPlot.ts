/** A member's rating in one pool as a drawing: a line through the games, and how unsure it is. */
import { bandBetween, pathOf, type Point, type Tick } from "../../parts/chart/chart";
import type { RatingStep } from "../../protocol";

/** Of somebody new; the first game changes it. */
export const NEW = { rating: 1500, unsure: 600 };
const WIDTHS = [50, 100, 200, 400];
const MOST_TICKS = 5;

export interface Sheet {
  width: number;
  height: number;
}

/** The pools that somebody is rated in, the most played first. */
export function poolsOf(steps: RatingStep[]): string[] {
  const games = (wanted: string) => steps.filter(({ pool }) => pool === wanted).length;
  const pools = new Set(steps.map(({ pool }) => pool));
  return [...pools].sort((one, other) => games(other) - games(one));
}

/** From a little below all that is likely to a little above it, in whole lines. */
export function scaleOf(steps: Pick<RatingStep, "rating" | "unsure">[]) {
  const low = Math.min(...steps.map(({ rating, unsure }) => rating - unsure));
  const high = Math.max(...steps.map(({ rating, unsure }) => rating + unsure));
  const every = WIDTHS.find((width) => (high - low) / width <= MOST_TICKS) ?? 800;
  return { low: Math.floor(low / every) * every, high: Math.ceil(high / every) * every, every };
}

/** Everything that is drawn, game beside game; before the first stands what everybody begins at. */
export function plot(steps: RatingStep[], { width, height }: Sheet) {
  const { low, high, every } = scaleOf(steps);
  const games = [NEW, ...steps];
  const x = (n: number) => (n / Math.max(1, games.length - 1)) * width;
  const y = (rating: number) => height - ((rating - low) / (high - low)) * height;
  const line = games.map(({ rating }, n): Point => [x(n), y(rating)]);
  const upper = games.map(({ rating, unsure }, n): Point => [x(n), y(rating + unsure)]);
  const lower = games.map(({ rating, unsure }, n): Point => [x(n), y(rating - unsure)]);
  const ticks: Tick[] = [];
  for (let at = low; at <= high; at += every) ticks.push({ y: y(at), text: `${at}` });
  return {
    line: pathOf(line),
    band: bandBetween(upper, lower),
    ticks,
    last: line.at(-1) ?? [0, 0],
  };
}
