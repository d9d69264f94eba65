/** Where the names of cities are written: beside the dot, where they cover least. */
export const FONT_SIZE = 18;
/** From one line of a name to the next. */
export const LINE = 17;
/** From a city's middle to its name. */
const NEAR = 15;

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
