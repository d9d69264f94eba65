/**
 * Paths with their places and turns written into them. A transform on every space would make the
 * browser treat each as a picture of its own, which is what makes a redraw slow.
 */
import type { Point } from "./plane";
import type { Space } from "./spaces";

/** A number as short as a drawing needs it. */
function short(number: number): number {
  return Math.round(number * 100) / 100;
}

/** From places around the middle of a space, x along it, to the sheet. */
export function onSpace({ x, y, angle }: Space): (along: number, across: number) => string {
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return (along, across) =>
    `${short(x + along * c - across * s)} ${short(y + along * s + across * c)}`;
}

export interface Car {
  length: number;
  width: number;
  corner: number;
  /** Shifted so far to the right and down on the sheet, whichever way the space is turned. */
  shift?: Point;
}

/** A box with round corners on a space. */
export function carOn(space: Space, { length, width, corner, shift = [0, 0] }: Car): string {
  const at = onSpace({ ...space, x: space.x + shift[0], y: space.y + shift[1] });
  const [l, w] = [length / 2, width / 2];
  const r = Math.min(corner, l, w);
  const round = `A${r} ${r} 0 0 1 `;
  return (
    `M${at(r - l, -w)}L${at(l - r, -w)}${round}${at(l, r - w)}L${at(l, w - r)}${round}` +
    `${at(l - r, w)}L${at(r - l, w)}${round}${at(-l, w - r)}L${at(-l, r - w)}${round}${at(r - l, -w)}Z`
  );
}

export function circleAt([x, y]: Point, radius: number): string {
  const r = short(radius);
  return `M${short(x - r)} ${short(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

type Stroke = [letter: string, numbers: number[]];
const read = new Map<string, Stroke[]>();

/** A path in its strokes; each shape is read once. */
function strokesOf(shape: string): Stroke[] {
  let strokes = read.get(shape);
  if (!strokes) {
    strokes = [...shape.matchAll(/([A-Z])([^A-Z]*)/g)].map(([, letter, rest]) => [
      letter!,
      (rest!.match(/-?[\d.]+/g) ?? []).map(Number),
    ]);
    read.set(shape, strokes);
  }
  return strokes;
}

/** A shape of symbols.ts, upright at a place, so many times larger. */
export function shapeAt(shape: string, [x, y]: Point, size: number): string {
  const across = (number: number): number => short(x + size * number);
  const down = (number: number): number => short(y + size * number);
  return strokesOf(shape)
    .map(([letter, numbers]) => letter + placed(letter, numbers).join(" "))
    .join("");

  function placed(letter: string, numbers: number[]): number[] {
    if (letter === "H") return numbers.map(across);
    if (letter === "V") return numbers.map(down);
    if (letter !== "A") return numbers.map((number, n) => (n % 2 ? down(number) : across(number)));
    const [rx, ry, turn, large, sweep, endX, endY] = numbers as [
      ...[number, number, number, number, number, number, number],
    ];
    return [short(rx * size), short(ry * size), turn, large, sweep, across(endX), down(endY)];
  }
}
