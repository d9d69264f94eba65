/** Curves over a game: shares of the win, and where luck alone and play alone would have led. */
import { pathOf } from "../parts/chart/chart";
import type { GameAnalysis } from "../protocol";

export const WIDTH = 320;
export const HEIGHT = 150;

export interface Scale {
  low: number;
  high: number;
}

/** One line of shares for each seat, from the deal on. */
export function shareLines({ pieces, sums }: GameAnalysis): number[][] {
  return sums.map((_, seat) => pieces.map((piece) => piece.shares[seat] ?? 0));
}

/** The curve of a seat taken apart. Start, luck and play add up to it. */
export function apart({ pieces, start }: GameAnalysis, seat: number) {
  const begin = start[seat] ?? 0;
  const luck = running(
    pieces.map((one) => (one.luck[seat] ?? 0) + (one.unknown[seat] ?? 0)),
    begin,
  );
  const play = running(
    pieces.map((one) => one.play[seat] ?? 0),
    begin,
  );
  const all = [0, 1, ...luck, ...play];
  return { begin, luck, play, scale: { low: Math.min(...all), high: Math.max(...all) } };
}

function running(changes: number[], begin: number): number[] {
  let sum = begin;
  return changes.map((change) => (sum += change));
}

export const xOf = (at: number, count: number): number => (at / Math.max(1, count - 1)) * WIDTH;

export const yOf = (share: number, { low, high }: Scale): number =>
  HEIGHT - ((share - low) / (high - low)) * HEIGHT;

/** A line through shares. */
export const lineOf = (shares: number[], scale: Scale): string =>
  pathOf(shares.map((share, at) => [xOf(at, shares.length), yOf(share, scale)]));

/** The band between a line and a level. */
export function bandOf(shares: number[], level: number, scale: Scale): string {
  const y = yOf(level, scale).toFixed(1);
  return `${lineOf(shares, scale)}L${WIDTH} ${y}L0 ${y}Z`;
}
