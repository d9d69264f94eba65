/** The forces under which cities, roads and names push each other away until all lie well. */
import type { Point } from "./plane";
import { RADIUS, REACH, SPACE, WIDTH } from "./roads";
import type { Sheet } from "./sheet";

/** A road's middle is shifted by at most this share of its length. */
const MAX_BEND = 0.6;
const CITIES_APART = 62;
const NEAR = 50;
const HOMESICK = 0.06;
const STIFF = 0.2;

type Pair = readonly [number, number];

/** Changes wanted: x and y of every city, then the bend of every road, in one line of numbers. */
class Wants {
  readonly values: Float64Array;

  constructor(
    private readonly cities: number,
    roads: number,
  ) {
    this.values = new Float64Array(2 * cities + roads);
  }

  move(city: number, x: number, y: number): void {
    this.values[2 * city]! += x;
    this.values[2 * city + 1]! += y;
  }

  bend(road: number, by: number): void {
    this.values[2 * this.cities + road]! += by;
  }
}

/** Follow the forces with a step that shrinks (the method called Adam). */
export function settle(sheet: Sheet, rounds: number, step: number): void {
  const cities = sheet.places.length;
  const size = 2 * cities + sheet.roads.length;
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  let near = pairsOf(sheet);
  for (let n = 0; n < rounds; n++) {
    if (n % 10 === 0) near = pairsOf(sheet);
    const { values } = forces(sheet, near);
    const shrink = (step * (1 - (0.95 * n) / rounds)) / (1 - 0.9 ** (n + 1));
    for (let k = 0; k < size; k++) {
      mean[k]! += 0.1 * (values[k]! - mean[k]!);
      square[k]! += 0.02 * (values[k]! ** 2 - square[k]!);
      const usual = Math.sqrt(square[k]! / (1 - 0.98 ** (n + 1))) + 1e-6;
      change(sheet, k, (shrink * mean[k]!) / usual);
    }
  }
}

function change(sheet: Sheet, k: number, by: number): void {
  const cities = sheet.places.length;
  if (k < 2 * cities) {
    sheet.places[k >> 1]![(k & 1) as 0 | 1] += by;
    return;
  }
  const road = k - 2 * cities;
  // A single space is straight, so its road is too.
  if (sheet.roads[road]!.length === 1) return;
  const bend = sheet.bends[road]! + by / 200;
  sheet.bends[road] = Math.max(-MAX_BEND, Math.min(MAX_BEND, bend));
}

interface Near {
  dots: Pair[];
  cities: Pair[];
}

interface Marks {
  points: Point[];
  weights: [number, number, number][];
}

/** Where the dots of roads are now, and how much each hangs on the three points of its curve. */
function marksOf(sheet: Sheet): Marks {
  const points: Point[] = [];
  const weights: [number, number, number][] = [];
  const curves = sheet.roads.map((_, road) => sheet.curve(road));
  for (const { road, share, lane } of sheet.dots) {
    const [a, b, c] = curves[road]!;
    const t = sheet.parameter(road, share);
    const weight: [number, number, number] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    const ax = (1 - t) * (b[0] - a[0]) + t * (c[0] - b[0]);
    const ay = (1 - t) * (b[1] - a[1]) + t * (c[1] - b[1]);
    const aside = lane / Math.max(Math.hypot(ax, ay), 1e-9);
    points.push([
      weight[0] * a[0] + weight[1] * b[0] + weight[2] * c[0] - ay * aside,
      weight[0] * a[1] + weight[1] * b[1] + weight[2] * c[1] + ax * aside,
    ]);
    weights.push(weight);
  }
  for (const { city, dx, dy } of sheet.labelDots) {
    const [x, y] = sheet.places[city]!;
    points.push([x + dx, y + dy]);
  }
  return { points, weights };
}

/** Pairs of dots, and of dots and cities, that may come to touch soon. */
function pairsOf(sheet: Sheet): Near {
  const { points } = marksOf(sheet);
  const roads = sheet.dots.length;
  const group = points.map((_, n) =>
    n < roads ? sheet.dots[n]!.road : -1 - sheet.labelDots[n - roads]!.city,
  );
  const isNear = (a: Point, b: Point): boolean =>
    Math.abs(a[0] - b[0]) < NEAR && Math.abs(a[1] - b[1]) < NEAR;
  const near: Near = { dots: [], cities: [] };
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++)
      if (group[i] !== group[j] && isNear(points[i]!, points[j]!)) near.dots.push([i, j]);
    const own = i < roads ? sheet.roads[group[i]!]!.ends : [-1 - group[i]!];
    for (let city = 0; city < sheet.places.length; city++)
      if (!own.includes(city) && isNear(points[i]!, sheet.places[city]!))
        near.cities.push([i, city]);
  }
  return near;
}

function forces(sheet: Sheet, near: Near): Wants {
  const wants = new Wants(sheet.places.length, sheet.roads.length);
  const { points, weights } = marksOf(sheet);
  const push = points.map((): [number, number] => [0, 0]);
  stayAtHome(sheet, wants);
  keepCitiesApart(sheet, wants);
  const roads = sheet.dots.length;
  for (const [i, j] of near.dots) {
    const wanted = j < roads ? WIDTH + 7 : WIDTH + 11; // names are larger than dots
    const [x, y] = away(points[i]!, points[j]!, wanted, 4);
    push[i]![0] += x;
    push[i]![1] += y;
    push[j]![0] -= x;
    push[j]![1] -= y;
  }
  for (const [i, city] of near.cities) {
    const [x, y] = away(points[i]!, sheet.places[city]!, RADIUS + WIDTH, 8);
    push[i]![0] += x;
    push[i]![1] += y;
    wants.move(city, -x, -y);
  }
  sheet.labelDots.forEach(({ city }, n) => wants.move(city, ...push[roads + n]!));
  pullRoads(sheet, push, weights, wants);
  makeRoom(sheet, wants);
  return wants;
}

/** The push that keeps one point at the wanted distance from another. */
function away(one: Point, other: Point, wanted: number, strength: number): [number, number] {
  const [x, y] = [one[0] - other[0], one[1] - other[1]];
  const apart = Math.max(Math.hypot(x, y), 1e-3);
  const by = (strength * Math.max(wanted - apart, 0)) / apart;
  return [x * by, y * by];
}

function stayAtHome(sheet: Sheet, wants: Wants): void {
  sheet.home.forEach(([x, y], city) => {
    const [px, py] = sheet.places[city]!;
    wants.move(city, HOMESICK * (x - px), HOMESICK * (y - py));
  });
  sheet.roads.forEach((road, index) => {
    const off = sheet.bends[index]! - sheet.wantedBends[index]!;
    wants.bend(index, -STIFF * off * ((road.length + 1) * SPACE) ** 2);
  });
}

function keepCitiesApart(sheet: Sheet, wants: Wants): void {
  for (let i = 0; i < sheet.places.length; i++)
    for (let j = i + 1; j < sheet.places.length; j++) {
      const [x, y] = away(sheet.places[i]!, sheet.places[j]!, CITIES_APART, 4);
      wants.move(i, x, y);
      wants.move(j, -x, -y);
    }
}

/** What pushes the dots of a road moves its ends and its bend. */
function pullRoads(sheet: Sheet, push: Point[], weights: Marks["weights"], wants: Wants): void {
  const pulled = sheet.roads.map(() => new Float64Array(6));
  sheet.dots.forEach(({ road }, n) => {
    for (let k = 0; k < 3; k++) {
      pulled[road]![2 * k]! += weights[n]![k]! * push[n]![0];
      pulled[road]![2 * k + 1]! += weights[n]![k]! * push[n]![1];
    }
  });
  sheet.roads.forEach(({ ends: [a, b] }, index) => {
    const [ax, ay, mx, my, bx, by] = pulled[index]!;
    const [from, to] = [sheet.places[a]!, sheet.places[b]!];
    const bend = sheet.bends[index]!;
    wants.bend(index, -mx! * (to[1] - from[1]) + my! * (to[0] - from[0]));
    wants.move(a, ax! + mx! / 2 - my! * bend, ay! + my! / 2 + mx! * bend);
    wants.move(b, bx! + mx! / 2 + my! * bend, by! + my! / 2 - mx! * bend);
  });
}

/** Roads too short for their spaces want to grow, overlong ones to shrink a little. */
function makeRoom(sheet: Sheet, wants: Wants): void {
  sheet.roads.forEach(({ ends: [a, b], length }, index) => {
    const [from, to] = [sheet.places[a]!, sheet.places[b]!];
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const chord = Math.max(Math.hypot(x, y), 1e-3);
    const room = (sheet.curveLength(index) - 2 * REACH) / length;
    const grow = 8 * Math.max(sheet.space - room, 0) - 0.5 * Math.max(room - 1.3 * sheet.space, 0);
    const bend = sheet.bends[index]!;
    wants.bend(index, (grow * 4 * bend * chord) / 3);
    const pull = (grow * (1 + (2 / 3) * bend ** 2)) / chord;
    wants.move(a, -pull * x, -pull * y);
    wants.move(b, pull * x, pull * y);
  });
}
