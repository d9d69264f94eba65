/** The dots of a sheet in lines of numbers, for forces that are worked out many times over. */
import type { Sheet } from "./sheet";

/** Dots farther apart than this do not push each other soon. */
const NEAR = 50;

export class Field {
  /** How many dots lie on roads; those of names come behind them. */
  readonly onRoads: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly pushX: Float64Array;
  readonly pushY: Float64Array;
  /** How much each dot of a road hangs on the start, the middle and the end of its curve. */
  readonly weights: Float64Array;
  /** Which road, or -1 minus which city, a dot belongs to. */
  readonly group: Int32Array;
  /** Pairs of dots that may touch, and of a dot and a city: first, second, first, second ... */
  dotPairs: number[] = [];
  cityPairs: number[] = [];

  constructor(private readonly sheet: Sheet) {
    const { dots, labelDots } = sheet;
    const count = dots.length + labelDots.length;
    this.onRoads = dots.length;
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    this.pushX = new Float64Array(count);
    this.pushY = new Float64Array(count);
    this.weights = new Float64Array(3 * dots.length);
    this.group = new Int32Array(count);
    dots.forEach(({ road }, n) => (this.group[n] = road));
    labelDots.forEach(({ city }, n) => (this.group[dots.length + n] = -1 - city));
  }

  /** Put every dot where its road or city is now. */
  place(): void {
    const { sheet } = this;
    const curves = sheet.roads.map((_, road) => sheet.curve(road));
    const used = sheet.roads.map((_, road) => sheet.usedPart(road));
    sheet.dots.forEach(({ road, share, lane }, n) => {
      const [a, b, c] = curves[road]!;
      const t = 0.5 + (share - 0.5) * used[road]!;
      const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      const ax = (1 - t) * (b[0] - a[0]) + t * (c[0] - b[0]);
      const ay = (1 - t) * (b[1] - a[1]) + t * (c[1] - b[1]);
      const aside = lane / Math.max(Math.sqrt(ax * ax + ay * ay), 1e-9);
      this.x[n] = u * a[0] + v * b[0] + w * c[0] - ay * aside;
      this.y[n] = u * a[1] + v * b[1] + w * c[1] + ax * aside;
      this.weights[3 * n] = u;
      this.weights[3 * n + 1] = v;
      this.weights[3 * n + 2] = w;
    });
    sheet.labelDots.forEach(({ city, dx, dy }, n) => {
      const [x, y] = sheet.places[city]!;
      this.x[this.onRoads + n] = x + dx;
      this.y[this.onRoads + n] = y + dy;
    });
  }

  /** Find the pairs that may come to touch soon, cell by cell of a grid. */
  findPairs(): void {
    this.place();
    const cells = new Map<number, number[]>();
    const key = (x: number, y: number): number =>
      Math.floor(x / NEAR) * 100_003 + Math.floor(y / NEAR);
    this.x.forEach((x, n) => {
      const at = key(x, this.y[n]!);
      const cell = cells.get(at);
      if (cell) cell.push(n);
      else cells.set(at, [n]);
    });
    const around = (x: number, y: number): number[] =>
      [-NEAR, 0, NEAR].flatMap((dx) =>
        [-NEAR, 0, NEAR].flatMap((dy) => cells.get(key(x + dx, y + dy)) ?? []),
      );
    this.pairDots(around);
    this.pairCities(around);
  }

  private pairDots(around: (x: number, y: number) => number[]): void {
    this.dotPairs = [];
    const { x, y, group } = this;
    for (let i = 0; i < x.length; i++)
      for (const j of around(x[i]!, y[i]!))
        if (
          j > i &&
          group[i] !== group[j] &&
          Math.abs(x[i]! - x[j]!) < NEAR &&
          Math.abs(y[i]! - y[j]!) < NEAR
        )
          this.dotPairs.push(i, j);
  }

  private pairCities(around: (x: number, y: number) => number[]): void {
    this.cityPairs = [];
    this.sheet.places.forEach(([x, y], city) => {
      for (const i of around(x, y)) {
        const group = this.group[i]!;
        const isOwn =
          group < 0 ? city === -1 - group : this.sheet.roads[group]!.ends.includes(city);
        if (!isOwn && Math.abs(x - this.x[i]!) < NEAR && Math.abs(y - this.y[i]!) < NEAR)
          this.cityPairs.push(i, city);
      }
    });
  }
}
