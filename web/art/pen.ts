/** Draws places on the globe onto the sheet of one board, bent as its cities were nudged. */
import type { Box, Point } from "../src/board/plane";
import type { OrnamentKind, PlaceName, Scenery, ShapeKind } from "../src/board/scenery";
import { finer, pathText, pieces, plainer, ringInside } from "./lines";
import type { Line } from "./lines";
import { warped } from "./warp";
import type { Move } from "./warp";

/** How far scenery goes beyond the frame, as a share of its longer side. */
const BLEED = 0.6;
/** No straight step is longer than that before it is bent. */
const FINE = 10;

export interface Details {
  /** Points that matter less than this are left out. */
  tolerance?: number;
}

export class Pen {
  readonly scenery: Scenery = { ground: "water", shapes: [], ornaments: [], names: [] };
  readonly view: Box;

  constructor(
    private readonly place: (lon: number, lat: number) => Point,
    private readonly moves: readonly Move[],
    readonly frame: Box,
  ) {
    const bleed = BLEED * Math.max(frame.width, frame.height);
    this.view = {
      left: frame.left - bleed,
      top: frame.top - bleed,
      width: frame.width + 2 * bleed,
      height: frame.height + 2 * bleed,
    };
  }

  /** Where a place on the globe lies on the sheet. */
  at([lon, lat]: Point): Point {
    return warped(this.place(lon, lat), this.moves);
  }

  private bend(line: readonly Point[]): Line {
    const flat = finer(
      line.map(([lon, lat]) => this.place(lon, lat)),
      FINE,
    );
    return flat.map((point) => warped(point, this.moves));
  }

  /** Areas of one kind, each a ring of places. */
  areas(
    kind: ShapeKind,
    rings: readonly (readonly Point[])[],
    { tolerance = 0.55 }: Details = {},
  ): void {
    const d = rings
      .map((ring) => ringInside(this.bend([...ring, ring[0]!]), this.view))
      .filter((ring) => ring.length > 3 && area(ring) > 3)
      .map((ring) => pathText(plainer(ring, tolerance), true))
      .join("");
    if (d) this.scenery.shapes.push({ kind, d });
  }

  /** Lines of one kind. */
  lines(
    kind: ShapeKind,
    lines: readonly (readonly Point[])[],
    { tolerance = 0.55 }: Details = {},
  ): void {
    const { left, top, width, height } = this.view;
    const isSeen = ([x, y]: Point): boolean =>
      x > left && x < left + width && y > top && y < top + height;
    const d = lines
      .flatMap((line) => pieces(this.bend(line), isSeen))
      .map((line) => pathText(plainer(line, tolerance), false))
      .join("");
    if (d) this.scenery.shapes.push({ kind, d });
  }

  /** A name around a point of the sheet, turned to the way from there to another. */
  nameAt(kind: PlaceName["kind"], text: string, size: number, at: Point, toward: Point): void {
    const [[x, y], [tx, ty]] = [at, toward];
    const steep = (Math.atan2(ty - y, tx - x) * 180) / Math.PI;
    // Never upside down, however the sheet is turned.
    const angle = Math.abs(steep) > 90 ? steep - Math.sign(steep) * 180 : steep;
    this.scenery.names.push({ kind, text, size, x: tenth(x), y: tenth(y), angle: tenth(angle) });
  }

  /** Something drawn on the sheet itself, wherever on the globe that may be. */
  ornament(kind: OrnamentKind, d: string): void {
    this.scenery.ornaments.push({ kind, d });
  }

  write(kind: "title" | "subtitle", text: string, size: number, [x, y]: Point): void {
    this.scenery.names.push({ kind, text, size, x: tenth(x), y: tenth(y), angle: 0 });
  }

  /** Points of the sheet along a line of places, so far from each other. */
  along(line: readonly Point[], apart: number): Line {
    const bent = this.bend(line);
    let last: Point | undefined;
    return bent.filter((point) => {
      if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < apart) return false;
      last = point;
      return true;
    });
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function area(ring: Line): number {
  let twice = 0;
  ring.forEach(([x, y], n) => {
    const [px, py] = ring[(n + ring.length - 1) % ring.length]!;
    twice += px * y - x * py;
  });
  return Math.abs(twice) / 2;
}
