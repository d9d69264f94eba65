/** Roads that leave a city side by side give way to each other. */
import type { BoardData } from "./edition";
import type { Settled } from "./layout";
import type { Point } from "./plane";
import { cornersOf, lay, tracksOf } from "./spaces";
import type { Space, Track } from "./spaces";

/** Roads give way to each other in steps, so many times at most. */
const ROUNDS = 24;
/** Spaces that lie less deep in each other only touch. */
const TOUCH = 0.5;
/** No road gives way when its spaces are shorter than that. */
const SHORTEST = 23;

/** Where roads leave a city side by side, those with room to spare begin a little farther out. */
export function fanOut(board: BoardData, settled: Settled): Settled["reaches"] {
  const tracks = tracksOf(board, settled);
  const laid = tracks.map(lay);
  const meetings = meetingsOf(tracks);
  for (let round = 0; round < ROUNDS; round++) {
    let isQuiet = true;
    for (const [one, oneEnd, other, otherEnd] of meetings) {
      const deep = depth(ends(laid[one]!, oneEnd), ends(laid[other]!, otherEnd));
      if (deep < TOUCH) continue;
      const [yields, end] =
        laid[one]![0]![0]!.length > laid[other]![0]![0]!.length ? [one, oneEnd] : [other, otherEnd];
      if (laid[yields]![0]![0]!.length < SHORTEST) continue;
      tracks[yields]!.reach[end] += 2;
      laid[yields] = lay(tracks[yields]!);
      isQuiet = false;
    }
    if (isQuiet) break;
  }
  return Object.fromEntries(tracks.map(({ road, reach }) => [road.routes[0]!.id, reach]));
}

type Meeting = readonly [number, 0 | 1, number, 0 | 1];

/** Every pair of roads that end in the same city, and which end of each it is. */
function meetingsOf(tracks: readonly Track[]): Meeting[] {
  const found: Meeting[] = [];
  tracks.forEach(({ road: one }, n) =>
    tracks.forEach(({ road: other }, m) => {
      if (n >= m) return;
      for (const a of [0, 1] as const)
        for (const b of [0, 1] as const)
          if (one.ends[a] === other.ends[b]) found.push([n, a, m, b]);
    }),
  );
  return found;
}

/** The two spaces of each lane that are nearest to one end. */
function ends(lanes: readonly Space[][], end: 0 | 1): Space[] {
  return lanes.flatMap((lane) => (end === 0 ? lane.slice(0, 2) : lane.slice(-2)));
}

function depth(ones: readonly Space[], others: readonly Space[]): number {
  return Math.max(...ones.flatMap((one) => others.map((other) => overlapDepth(one, other))));
}

/** How deep two spaces lie in each other; negative when they do not touch. */
function overlapDepth(one: Space, other: Space): number {
  const [a, b] = [cornersOf(one), cornersOf(other)];
  const axes = [one.angle, one.angle + 90, other.angle, other.angle + 90];
  return Math.min(
    ...axes.map((angle) => {
      const turn = (angle * Math.PI) / 180;
      const on = ([x, y]: Point): number => x * Math.cos(turn) + y * Math.sin(turn);
      const [p, q] = [a.map(on), b.map(on)];
      return Math.min(Math.max(...p) - Math.min(...q), Math.max(...q) - Math.min(...p));
    }),
  );
}
