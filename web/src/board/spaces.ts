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
const MARGIN = 14;

export interface Space {
  x: number;
  y: number;
  /** In degrees. */
  angle: number;
  length: number;
}

/** Route id -> its spaces, from the first city to the second. */
export type Spaces = Record<string, Space[]>;

export interface Track {
  road: Road;
  line: MeasuredLine;
  /** From the middle of each of its cities to its first space there. */
  reach: [number, number];
  /** A space may be so long at most. */
  longest: number;
}

export function spacesOf(board: BoardData, settled: Settled): Spaces {
  const found: Spaces = {};
  for (const track of tracksOf(board, settled)) {
    const lanes = lay(track);
    track.road.routes.forEach((route, n) => (found[route.id] = lanes[n]!));
  }
  return found;
}

export function tracksOf(board: BoardData, settled: Settled): Track[] {
  const longest = LONGEST * usualSpace(board);
  return roadsOf(board).map((road): Track => {
    const { id, cities } = road.routes[0]!;
    const [from, to] = cities;
    const curve = bent(settled.cities[from]!, settled.cities[to]!, settled.bends[id] ?? 0);
    const [start, end] = settled.reaches[id] ?? [REACH, REACH];
    return { road, line: new MeasuredLine(curve), reach: [start, end], longest };
  });
}

function usualSpace(board: BoardData): number {
  const mean = board.routes.reduce((sum, route) => sum + route.length, 0) / board.routes.length;
  return SPACE * Math.min(2, Math.max(1, 3.5 / mean));
}

/** Spaces of equal length on the part of a road that no city takes, those of its lanes abreast. */
export function lay({ road, line, reach, longest }: Track): Space[][] {
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
