/** The spaces of every route: equal cars along a curve, the two lanes of a double route abreast. */
import type { BoardData } from "./edition";
import type { Settled } from "./layout";
import { boxAround, distance } from "./plane";
import type { Box, Point } from "./plane";
import { GAP, REACH, SPACE, WIDTH, aheadOn, bent, pointOn, roadsOf } from "./roads";
import type { Curve, Road } from "./roads";

/** A space may be so long at most; longer roads leave air at their ends. */
const LONGEST = 1.5;
const STEPS = 64;
/** Roads give way to each other in steps, so many times at most. */
const ROUNDS = 24;
/** Spaces that lie less deep in each other only touch. */
const TOUCH = 0.5;
/** No road gives way when its spaces are shorter than that. */
const SHORTEST = 23;
const MARGIN = 26;

export interface Space {
  x: number;
  y: number;
  /** In degrees. */
  angle: number;
  length: number;
}

/** Route id -> its spaces, from the first city to the second. */
export type Spaces = Record<string, Space[]>;

interface Track {
  road: Road;
  line: MeasuredLine;
  /** From the middle of each of its cities to its first space there. */
  reach: [number, number];
}

export function spacesOf(board: BoardData, settled: Settled): Spaces {
  const longest = LONGEST * usualSpace(board);
  const tracks = roadsOf(board).map((road): Track => {
    const [from, to] = road.routes[0]!.cities;
    const bend = settled.bends[road.routes[0]!.id] ?? 0;
    const curve = bent(settled.cities[from]!, settled.cities[to]!, bend);
    return {
      road,
      line: new MeasuredLine(curve),
      reach: [REACH, REACH],
    };
  });
  const laid = fanOut(tracks, longest);
  const found: Spaces = {};
  tracks.forEach(({ road }, n) =>
    road.routes.forEach((route, lane) => (found[route.id] = laid[n]![lane]!)),
  );
  return found;
}

function usualSpace(board: BoardData): number {
  const mean = board.routes.reduce((sum, route) => sum + route.length, 0) / board.routes.length;
  return SPACE * Math.min(2, Math.max(1, 3.5 / mean));
}

/** Where roads leave a city side by side, those with room to spare begin a little farther out. */
function fanOut(tracks: readonly Track[], longest: number): Space[][][] {
  const laid = tracks.map((track) => lay(track, longest));
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
      laid[yields] = lay(tracks[yields]!, longest);
      isQuiet = false;
    }
    if (isQuiet) break;
  }
  return laid;
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
export function overlapDepth(one: Space, other: Space): number {
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

/** Spaces of equal length on the part of a road that no city takes, those of its lanes abreast. */
function lay({ road, line, reach }: Track, longest: number): Space[][] {
  const free = line.total - reach[0] - reach[1];
  const each = Math.min(free / road.length, longest);
  const start = reach[0] + (free - each * road.length) / 2;
  const middles = [...Array(road.length).keys()].map((n) => line.at(start + (n + 0.5) * each));
  const length = Math.max(each * line.inside(Math.max(...road.lanes)) - GAP, 4);
  return road.lanes.map((lane) =>
    middles.map(({ x, y, angle }) => {
      const turn = (angle * Math.PI) / 180;
      return { x: x - lane * Math.sin(turn), y: y + lane * Math.cos(turn), angle, length };
    }),
  );
}

/** A curve, measured, so that points can be found by their way from its start. */
class MeasuredLine {
  readonly total: number;
  private readonly far = [0];

  constructor(private readonly curve: Curve) {
    let last = pointOn(curve, 0);
    for (let n = 1; n <= STEPS; n++) {
      const next = pointOn(curve, n / STEPS);
      this.far.push(this.far[n - 1]! + distance(last, next));
      last = next;
    }
    this.total = this.far[STEPS]!;
  }

  at(wanted: number): Omit<Space, "length"> {
    let n = 1;
    while (n < STEPS && this.far[n]! < wanted) n++;
    const step = Math.max(this.far[n]! - this.far[n - 1]!, 1e-9);
    const t = (n - 1 + (wanted - this.far[n - 1]!) / step) / STEPS;
    const [x, y] = pointOn(this.curve, t);
    const [ax, ay] = aheadOn(this.curve, t);
    return { x, y, angle: (Math.atan2(ay, ax) * 180) / Math.PI };
  }

  /** How much shorter the inner lane of the bend is: 1 when there is no bend. */
  inside(lane: number): number {
    const [ax, ay] = aheadOn(this.curve, 0);
    const [bx, by] = aheadOn(this.curve, 1);
    const turn = Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by));
    return Math.max(0.5, 1 - (turn * lane) / Math.max(this.total, 1));
  }
}

/** The corners of a space, for frames and for tests of overlap. */
export function cornersOf({ x, y, angle, length }: Space, width = WIDTH): Point[] {
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [l, w] = [length / 2, width / 2];
  return [
    [x + l * c - w * s, y + l * s + w * c],
    [x + l * c + w * s, y + l * s - w * c],
    [x - l * c + w * s, y - l * s - w * c],
    [x - l * c - w * s, y - l * s + w * c],
  ];
}

/** The part of the sheet that must be seen: all cities, spaces and names. */
export function framing(settled: Settled, spaces: Record<string, Space[]>): Box {
  const points = Object.values(settled.cities).concat(
    Object.values(spaces).flatMap((each) => each.flatMap((space) => cornersOf(space))),
  );
  for (const [city, label] of Object.entries(settled.labels)) {
    const [x, y] = settled.cities[city]!;
    points.push([x + label.x - label.width / 2, y + label.y - label.height / 2]);
    points.push([x + label.x + label.width / 2, y + label.y + label.height / 2]);
  }
  return boxAround(points, MARGIN);
}
