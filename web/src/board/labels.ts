/** Where the names of cities are written: beside the dot, where they cover least. */
import { boxAround } from "./plane";
import type { Box, Point } from "./plane";

export const FONT_SIZE = 18;
/** From one line of a name to the next. */
export const LINE = 17;
/** From a city's middle to its name. */
const NEAR = 15;

/** What a unit beyond the network costs. */
const OVERHANG = 5;

/** Widths of the letters of our label face, in hundredths of its size. */
const WIDTHS: Record<string, number> = {};
for (const [width, letters] of Object.entries({
  15: " ",
  20: "'’",
  23: ".,",
  27: "ijl",
  29: "I",
  34: "frtJ-",
  38: "cs",
  44: "vzLyFx",
  48: "aegkoéè0123456789",
  52: "bdhnpquüESTC",
  58: "ABKPVYRZ",
  63: "GOUQXD",
  70: "wHN&",
  82: "mM",
  90: "W",
}))
  for (const letter of letters) WIDTHS[letter] = Number(width);
const USUAL_WIDTH = 55;

/** A name in one line or more; x and y are its middle, seen from the city. */
export interface Label {
  lines: string[];
  x: number;
  y: number;
  width: number;
  height: number;
  /** So far from its city that a line leads there. */
  isLed?: true;
}

export function textWidth(text: string, size = FONT_SIZE): number {
  const sum = [...text].reduce((total, letter) => total + (WIDTHS[letter] ?? USUAL_WIDTH), 0);
  return (sum * size) / 100;
}

const clip = (value: number): number => Math.max(-1, Math.min(1, value));

/**
 * The places a name may take: around the city, nearest and simplest first. A name that is drawn so
 * much larger than its dot need not be farther away.
 */
export function possibleLabels(name: string, size = 1): Label[] {
  const labels: Label[] = [];
  for (const far of [NEAR, NEAR + 5, NEAR + 10])
    for (const lines of breaks(name))
      for (let n = 0; n < 16; n++) labels.push(labelAt(lines, (n * Math.PI) / 8, far / size));
  return labels;
}

/** From a city to a name that is led away from it. */
const LED = [30, 45, 60, 80, 100];

/** Places farther away, each with a line to the city; as far for a large name as for a small one. */
export function ledLabels(name: string, size = 1): Label[] {
  return LED.flatMap((far) =>
    breaks(name).flatMap((lines) =>
      Array.from({ length: 16 }, (_, n): Label => ({
        ...labelAt(lines, (n * Math.PI) / 8, far / size),
        isLed: true,
      })),
    ),
  );
}

/** A word is worth shortening when it loses so many letters. */
const LOSES = 3;
const STUMP = 5;

/** A name with its long words cut behind a consonant: "Pitts.", "Salt Lake City", "Wash.". */
export function shortened(name: string): string {
  return name
    .split(" ")
    .map((word) => {
      const stump = word.slice(0, STUMP).replace(/[aeiouyéè]+$/, "");
      return word.length - stump.length < LOSES ? word : `${stump}.`;
    })
    .join(" ");
}

function labelAt(lines: string[], turn: number, far: number): Label {
  const width = Math.max(...lines.map((line) => textWidth(line)));
  const height = LINE * lines.length;
  const [x, y] = [Math.cos(turn), Math.sin(turn)];
  return {
    lines,
    x: far * x + (clip(1.6 * x) * width) / 2,
    y: far * y + clip(1.6 * y) * (height / 2 - 3),
    width,
    height,
  };
}

/** The name as one line, and if it has several words also as two lines or one for each. */
export function breaks(name: string): string[][] {
  const words = name.split(" ");
  if (name.length < 11 || words.length < 2) return [[name]];
  const pairs = words
    .slice(1)
    .map((_, n) => [words.slice(0, n + 1).join(" "), words.slice(n + 1).join(" ")]);
  const longest = (lines: string[]): number => Math.max(...lines.map((line) => line.length));
  const even = pairs.reduce((best, pair) => (longest(pair) < longest(best) ? pair : best));
  return words.length === 3 ? [[name], even, words] : [[name], even];
}

/** Points all over a label, seen from its city, that keep a distance from spaces. */
export function labelDots(label: Label): Point[] {
  const columns = Math.max(2, Math.round(label.width / 14));
  const across = Math.max(label.width - 8, 1);
  const rows = label.lines.length;
  const dots: Point[] = [];
  for (let c = 0; c < columns; c++)
    for (let r = 0; r < rows; r++)
      dots.push([
        label.x + (c / (columns - 1) - 0.5) * across,
        label.y + (rows === 1 ? 0 : r / (rows - 1) - 0.5) * (label.height - LINE),
      ]);
  return dots;
}

/** For every city the label that covers least of the spaces, cities and other labels. */
export function chooseLabels(
  names: readonly string[],
  places: readonly Point[],
  outlines: readonly Point[],
): Label[] {
  const options = names.map((name) => possibleLabels(name));
  const land = boxAround([...places, ...outlines]);
  const costs = options.map((labels, city) => {
    const home = places[city]!;
    const near = outlines.filter((dot) => isWithin(dot, home, 160));
    return labels.map(
      (label, n) =>
        8 * covered(label, home, near, 4) +
        2 * covered(label, home, places, 11) +
        OVERHANG * overhang(label, home, land) +
        (40 * n) / labels.length,
    );
  });
  const chosen = options.map(() => 0);
  for (let round = 0; round < 5; round++)
    options.forEach((labels, city) => {
      const price = (label: Label, n: number): number =>
        costs[city]![n]! +
        options.reduce(
          (sum, other, o) =>
            o === city ? sum : sum + overlap(label, places[city]!, other[chosen[o]!]!, places[o]!),
          0,
        );
      const prices = labels.map(price);
      chosen[city] = prices.indexOf(Math.min(...prices));
    });
  return options.map((labels, city) => labels[chosen[city]!]!);
}

/** How far a label reaches beyond the network, which makes the whole board smaller on a screen. */
function overhang(label: Label, [x, y]: Point, land: Box): number {
  const { left, top, width, height } = land;
  const across = Math.abs(x + label.x - left - width / 2) + (label.width - width) / 2;
  const down = Math.abs(y + label.y - top - height / 2) + (label.height - height) / 2;
  return Math.max(0, across) + Math.max(0, down);
}

function isWithin(a: Point, b: Point, far: number): boolean {
  return Math.abs(a[0] - b[0]) < far && Math.abs(a[1] - b[1]) < far;
}

/** How deep dots of that radius lie in a label. */
function covered(label: Label, home: Point, dots: readonly Point[], dot: number): number {
  let sum = 0;
  for (const [x, y] of dots) {
    const dx = Math.abs(x - home[0] - label.x) - label.width / 2;
    const dy = Math.abs(y - home[1] - label.y) - label.height / 2;
    sum += Math.max(0, Math.min(2 * dot, dot - Math.max(dx, dy))) ** 2;
  }
  return sum;
}

/** How much area two labels share, a little room included. */
function overlap(one: Label, at: Point, other: Label, there: Point): number {
  const dx = Math.abs(at[0] + one.x - there[0] - other.x);
  const dy = Math.abs(at[1] + one.y - there[1] - other.y);
  const wide = (one.width + other.width) / 2 + 6 - dx;
  const high = (one.height + other.height) / 2 + 2 - dy;
  return wide > 0 && high > 0 ? 2 * wide * high : 0;
}
