/** Cities and curved roads on a plane, with dots along the roads that stand for their spaces. */
import type { BoardData } from "./edition";
import type { Point } from "./plane";
import { LANE, REACH, SPACE, WIDTH, aheadOn, bent, pointOn, roadsOf } from "./roads";
import type { Curve, Road } from "./roads";

/** A space may be so much longer than usual. */
const STRETCH = 1.45;
/** A space has one dot for so much of its length. */
const DOT = 17;
/** A board of short routes gets longer spaces, or its names would find no room between them. */
const USUAL_LENGTH = 3.5;

/** Smaller makes a board denser, and so larger on the screen. */
const ROOMY = 0.5;

export interface Dot {
  road: number;
  /** How far along the road, 0 to 1. */
  share: number;
  lane: number;
}

export interface LabelDot {
  city: number;
  dx: number;
  dy: number;
}

export class Sheet {
  readonly roads: Road[];
  readonly space: number;
  readonly scale: number;
  /** Where the cities belong, and where they are now. */
  readonly home: Point[];
  readonly places: [number, number][];
  readonly bends: number[];
  readonly dots: Dot[] = [];
  labelDots: LabelDot[] = [];

  constructor(board: BoardData, plane: readonly Point[]) {
    this.roads = roadsOf(board);
    const mean = this.roads.reduce((sum, road) => sum + road.length, 0) / this.roads.length;
    this.space = SPACE * Math.min(2, Math.max(1, USUAL_LENGTH / mean));
    this.scale = this.scaleFor(plane);
    this.home = board.cities.map((_, index) => this.homeOf(index, plane));
    this.places = this.home.map(([x, y]) => [x, y]);
    this.bends = this.roads.map(() => 0);
    this.spreadDots();
  }

  /** Where a point of the plane lies on the sheet, before anything is pushed. */
  at([x, y]: Point): Point {
    return [x * this.scale, y * this.scale];
  }

  /** A little apart from the start, for cities on one spot cannot push each other away. */
  private homeOf(index: number, plane: readonly Point[]): Point {
    const [x, y] = this.at(plane[index]!);
    return [x + Math.cos(index * 2.4), y + Math.cos(index * 2.4 + Math.PI / 2)];
  }

  /** So large that this share of the roads has room at once; the others push for theirs. */
  private scaleFor(plane: readonly Point[]): number {
    const ratios = this.roads.map(({ ends: [a, b], length }) => {
      const apart = Math.hypot(plane[a]![0] - plane[b]![0], plane[a]![1] - plane[b]![1]);
      return (length * this.space + 2 * REACH) / Math.max(apart, 1e-12);
    });
    ratios.sort((a, b) => a - b);
    const xs = plane.map((point) => point[0]);
    const ys = plane.map((point) => point[1]);
    const extent = Math.max(
      Math.max(...xs) - Math.min(...xs),
      Math.max(...ys) - Math.min(...ys),
      1e-12,
    );
    const largest = (450 * Math.sqrt(plane.length)) / extent;
    return Math.min(ratios[Math.floor(ROOMY * (ratios.length - 1))] ?? largest, largest);
  }

  private spreadDots(): void {
    const each = Math.max(2, Math.round(this.space / DOT));
    this.roads.forEach((road, index) => {
      const count = each * road.length;
      for (const lane of road.lanes)
        for (let n = 0; n < count; n++)
          this.dots.push({ road: index, share: (n + 0.5) / count, lane });
    });
  }

  curve(road: number): Curve {
    const [a, b] = this.roads[road]!.ends;
    return bent(this.places[a]!, this.places[b]!, this.bends[road]!);
  }

  /** How long a road's curve is, nearly. */
  curveLength(road: number): number {
    const [a, b] = this.roads[road]!.ends;
    const [from, to] = [this.places[a]!, this.places[b]!];
    const chord = Math.max(Math.hypot(to[0] - from[0], to[1] - from[1]), 1e-3);
    return chord * (1 + (2 / 3) * this.bends[road]! ** 2);
  }

  /** How long each space of a road may be. */
  room(road: number): number {
    const free = (this.curveLength(road) - 2 * REACH) / this.roads[road]!.length;
    return Math.min(Math.max(free, 6), STRETCH * this.space);
  }

  /** The part of a road's curve that carries spaces. */
  usedPart(road: number): number {
    return Math.min((this.room(road) * this.roads[road]!.length) / this.curveLength(road), 1);
  }

  /** Points on the middle and both edges of all spaces: what labels should not cover. */
  outlines(): Point[] {
    const points: Point[] = [];
    this.roads.forEach((road, index) => {
      const curve = this.curve(index);
      const steps = road.length * 4;
      const used = this.usedPart(index);
      const edge = (road.lanes.length === 2 ? LANE : 0) + WIDTH / 2;
      for (let n = 0; n < steps; n++) {
        const t = 0.5 + ((n + 0.5) / steps - 0.5) * used;
        const [x, y] = pointOn(curve, t);
        const [ax, ay] = aheadOn(curve, t);
        for (const across of road.lanes.length === 2
          ? [-edge, -LANE, 0, LANE, edge]
          : [-edge, 0, edge])
          points.push([x - ay * across, y + ax * across]);
      }
    });
    return points;
  }
}
