/** What a map has for the joy of it: a compass, a plaque with its name, hills, trees, a steamer. */
import type { Layout } from "../src/board/layout";
import { boxOf, gap } from "../src/board/declutter";
import { shapeAt } from "../src/board/pen";
import { boxAround, distance } from "../src/board/plane";
import type { Box, Point } from "../src/board/plane";
import { RADIUS, WIDTH } from "../src/board/roads";
import type { PlaceName } from "../src/board/scenery";
import { vehicleOf } from "../src/board/symbols";
import type { Line } from "./lines";
import type { Pen } from "./pen";

/** Ornaments keep so far from everything that is played with. */
const AIR = 9;
/** Places are tried in steps of that size. */
const STEP = 12;

/** As large as there is room for. */
const ROSES = [44, 36, 29];
const PLAQUE = { width: 196, height: 84 };
const STEAMER = { width: 74, height: 44 };

/** Within a circle of radius 1: a hill with its shadow, a fir, waves, and a steamer on a wave. */
const HILL = "M-1 .6Q-.5 .1 -.1-.7Q.3-.1 1 .6M-.1-.7Q.05-.1 -.3 .5M.12-.35Q.3 .05 .1 .45";
const FIR = "M0-1L-.55 .5H.55ZM0 .5V.95";
const WAVES =
  "M-1-.1Q-.75-.5-.5-.1Q-.25 .3 0-.1Q.25-.5 .5-.1Q.75 .3 1-.1M-.5 .5Q-.25 .1 0 .5Q.25 .9 .5 .5";
const SHIP =
  "M-1 .1H1L.75 .5H-.8ZM-.5 .1V-.2H.45V.1M-.2-.2V-.65H.02V-.2M-.1-.75Q.1-1 .4-.85Q.6-.75 .9-.95" +
  "M-1.1 .72Q-.8 .55-.5 .72Q-.2 .88 .1 .72Q.4 .55 .7 .72Q.9 .82 1.1 .72";

export class Ornaments {
  readonly #taken: Box[];
  readonly #spaces: Point[];

  constructor(
    private readonly pen: Pen,
    private readonly layout: Layout,
  ) {
    this.#taken = [
      ...Object.entries(layout.labels).map(([city, label]) => boxOf(layout.cities[city]!, label)),
      ...pen.scenery.names.flatMap(lettersOf),
    ];
    this.#spaces = Object.values(layout.spaces).flatMap((spaces) =>
      spaces.flatMap(({ x, y, angle, length }): Point[] => {
        const turn = (angle * Math.PI) / 180;
        const [dx, dy] = [(Math.cos(turn) * length) / 3, (Math.sin(turn) * length) / 3];
        return [
          [x - dx, y - dy],
          [x, y],
          [x + dx, y + dy],
        ];
      }),
    );
  }

  /** A star of eight points that shows where north is, wherever the sheet has most room for it. */
  compass(north: Point): void {
    for (const size of ROSES) {
      const at = this.#roomFor({ width: 2.5 * size, height: 2.5 * size });
      if (at) return this.#rose(at, size, north);
    }
  }

  #rose(at: Point, size: number, north: Point): void {
    const turn = Math.atan2(north[1], north[0]);
    const ray = (n: number, far: number): Point => [
      at[0] + far * Math.cos(turn + (n * Math.PI) / 8),
      at[1] + far * Math.sin(turn + (n * Math.PI) / 8),
    ];
    const half = (n: number, side: 1 | -1): string => {
      const far = n % 4 === 0 ? size : 0.62 * size;
      return path([at, ray(n, far), ray(n + side, 0.24 * size)]);
    };
    const rays = [2, 6, 10, 14, 0, 4, 8, 12];
    this.pen.ornament("rose-line", circle(at, 0.78 * size) + circle(at, 0.72 * size));
    this.pen.ornament("rose-light", rays.map((n) => half(n, 1)).join(""));
    this.pen.ornament("rose-dark", rays.map((n) => half(n, -1)).join(""));
    this.pen.write("title", "N", 0.45 * size, ray(0, 1.2 * size));
  }

  /** A framed plaque with the name of the map and what is ridden there. */
  plaque(name: string, line: string, train: string): void {
    const at = this.#roomFor(PLAQUE);
    if (!at) return;
    const [x, y] = at;
    this.pen.ornament("plaque", framed(at, PLAQUE.width, PLAQUE.height, 14));
    this.pen.ornament("plaque-line", framed(at, PLAQUE.width - 11, PLAQUE.height - 11, 11));
    this.pen.write("title", name, 25, [x, y - 17]);
    this.pen.write("subtitle", line, 16, [x, y + 5]);
    this.pen.ornament("plaque-ink", shapeAt(vehicleOf(train), [x, y + 25], 11));
    const rule = (side: 1 | -1): string =>
      `M${round(x + side * 18)} ${round(y + 26)}L${round(x + side * 66)} ${round(y + 26)}`;
    this.pen.ornament("plaque-line", rule(1) + rule(-1));
  }

  steamer(place: Point): void {
    const near = this.pen.at(place);
    const at = this.#roomFor(STEAMER, near);
    if (at) this.pen.ornament("steamer", shapeAt(SHIP, at, 28));
  }

  /** Hills along lines of places, where no road runs. */
  hills(ranges: readonly Line[]): void {
    this.#scatter("hill", ranges, HILL, 30, 11);
  }

  firs(woods: readonly Line[]): void {
    this.#scatter("fir", woods, FIR, 21, 7);
  }

  waves(waters: readonly Line[]): void {
    this.#scatter("wave", waters, WAVES, 46, 8);
  }

  #scatter(
    kind: "hill" | "fir" | "wave",
    lines: readonly Line[],
    shape: string,
    apart: number,
    size: number,
  ): void {
    const found: Point[] = [];
    for (const line of lines)
      this.pen.along(line, apart).forEach(([x, y], n) => {
        const at: Point = [x, y + (n % 2 ? 0.55 : -0.55) * size];
        const box = centered(at, { width: 2 * size, height: 2 * size });
        if (this.#isFree(box) && found.every((other) => distance(at, other) > 0.8 * apart))
          found.push(at);
      });
    const d = found.map((at) => shapeAt(shape, at, size)).join("");
    if (d) this.pen.ornament(kind, d);
    this.#taken.push(...found.map((at) => centered(at, { width: size, height: size })));
  }

  /** The middle of a free box inside the frame: nearest to a place, or with most air around it. */
  #roomFor(size: { width: number; height: number }, near?: Point): Point | null {
    const { left, top, width, height } = this.layout.frame;
    let best: { at: Point; worth: number } | null = null;
    for (let x = left + size.width / 2 + AIR; x < left + width - size.width / 2 - AIR; x += STEP)
      for (
        let y = top + size.height / 2 + AIR;
        y < top + height - size.height / 2 - AIR;
        y += STEP
      ) {
        const box = centered([x, y], size);
        if (!this.#isFree(box)) continue;
        const worth = near ? -distance([x, y], near) : this.#airAround(box);
        if (!best || worth > best.worth) best = { at: [x, y], worth };
      }
    if (best) this.#taken.push(centered(best.at, size));
    return best?.at ?? null;
  }

  #isFree(box: Box): boolean {
    return this.#airAround(box) > AIR;
  }

  #airAround(box: Box): number {
    const cities = Object.values(this.layout.cities).map((city) => gap(city, box) - RADIUS);
    const spaces = this.#spaces.map((space) => gap(space, box) - WIDTH / 2);
    const others = this.#taken.map((other) => between(box, other));
    return Math.min(...cities, ...spaces, ...others);
  }
}

/** A box for each letter of a name, which may be turned any way. */
function lettersOf({ text, size, x, y, angle }: PlaceName): Box[] {
  const turn = (angle * Math.PI) / 180;
  return [...text].map((_, n) => {
    const far = (n - (text.length - 1) / 2) * 0.62 * size;
    const at: Point = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    return centered(at, { width: size, height: size });
  });
}

/** How far two boxes are from each other. */
function between(one: Box, other: Box): number {
  const { width, height } = boxAround([
    [one.left, one.top],
    [one.left + one.width, one.top + one.height],
    [other.left, other.top],
    [other.left + other.width, other.top + other.height],
  ]);
  const across = width - one.width - other.width;
  const down = height - one.height - other.height;
  return Math.max(across, down);
}

function centered([x, y]: Point, { width, height }: { width: number; height: number }): Box {
  return { left: x - width / 2, top: y - height / 2, width, height };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

function circle([x, y]: Point, radius: number): string {
  const r = round(radius);
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A box whose corners are bitten off, as on old maps. */
function framed([x, y]: Point, width: number, height: number, bite: number): string {
  const [l, r, t, b] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2].map(
    round,
  ) as [number, number, number, number];
  const arc = (toX: number, toY: number): string =>
    `A${bite} ${bite} 0 0 0 ${round(toX)} ${round(toY)}`;
  return (
    `M${round(l + bite)} ${t}H${round(r - bite)}${arc(r, t + bite)}V${round(b - bite)}` +
    `${arc(r - bite, b)}H${round(l + bite)}${arc(l, b - bite)}V${round(t + bite)}${arc(l + bite, t)}Z`
  );
}
