/** The forces under which cities, roads and names push each other away until all lie well. */
import { Field } from "./field";
import type { Point } from "./plane";
import { RADIUS, REACH, SPACE, WIDTH } from "./roads";
import type { Sheet } from "./sheet";

/** A road's middle is shifted by at most this share of its length. */
const MAX_BEND = 0.6;
const CITIES_APART = 62;
const HOMESICK = 0.06;
const STIFF = 0.2;

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
  const field = new Field(sheet);
  for (let n = 0; n < rounds; n++) {
    if (n % 10 === 0) field.findPairs();
    const { values } = forces(sheet, field);
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

function forces(sheet: Sheet, field: Field): Wants {
  const wants = new Wants(sheet.places.length, sheet.roads.length);
  field.place();
  field.pushX.fill(0);
  field.pushY.fill(0);
  stayAtHome(sheet, wants);
  keepCitiesApart(sheet, wants);
  keepDotsApart(field);
  keepDotsOffCities(sheet, field, wants);
  sheet.labelDots.forEach(({ city }, n) =>
    wants.move(city, field.pushX[field.onRoads + n]!, field.pushY[field.onRoads + n]!),
  );
  pullRoads(sheet, field, wants);
  makeRoom(sheet, wants);
  return wants;
}

function keepDotsApart({ dotPairs, x, y, pushX, pushY, onRoads }: Field): void {
  for (let n = 0; n < dotPairs.length; n += 2) {
    const [i, j] = [dotPairs[n]!, dotPairs[n + 1]!];
    const wanted = j < onRoads ? WIDTH + 7 : WIDTH + 11; // names are larger than dots
    const [dx, dy] = [x[i]! - x[j]!, y[i]! - y[j]!];
    const apart = Math.max(Math.sqrt(dx * dx + dy * dy), 1e-3);
    if (apart >= wanted) continue;
    const by = (4 * (wanted - apart)) / apart;
    pushX[i]! += dx * by;
    pushY[i]! += dy * by;
    pushX[j]! -= dx * by;
    pushY[j]! -= dy * by;
  }
}

function keepDotsOffCities(sheet: Sheet, field: Field, wants: Wants): void {
  const { cityPairs, x, y, pushX, pushY } = field;
  for (let n = 0; n < cityPairs.length; n += 2) {
    const [i, city] = [cityPairs[n]!, cityPairs[n + 1]!];
    const [px, py] = away([x[i]!, y[i]!], sheet.places[city]!, RADIUS + WIDTH, 8);
    pushX[i]! += px;
    pushY[i]! += py;
    wants.move(city, -px, -py);
  }
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
    wants.bend(index, -STIFF * sheet.bends[index]! * ((road.length + 1) * SPACE) ** 2);
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
function pullRoads(sheet: Sheet, field: Field, wants: Wants): void {
  const pulled = sheet.roads.map(() => new Float64Array(6));
  for (let n = 0; n < field.onRoads; n++) {
    const pull = pulled[field.group[n]!]!;
    for (let k = 0; k < 3; k++) {
      pull[2 * k]! += field.weights[3 * n + k]! * field.pushX[n]!;
      pull[2 * k + 1]! += field.weights[3 * n + k]! * field.pushY[n]!;
    }
  }
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
