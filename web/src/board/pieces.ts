/** The drawing of spaces and of the pieces on them, as few paths for a whole route. */
import type { Point } from "./plane";
import { carOn, circleAt, onSpace, shapeAt } from "./pen";
import { WIDTH } from "./roads";
import type { Space } from "./spaces";

/** A piece is larger than its space; two of a double route still lie side by side. */
const HIGH = WIDTH + 4.5;

export function spacesPath(spaces: readonly Space[]): string {
  return spaces
    .map((space) => carOn(space, { length: space.length, width: WIDTH, corner: 3.5 }))
    .join("");
}

/** A color's symbol, upright on every space. */
export function symbolsPath(spaces: readonly Space[], symbol: string): string {
  return spaces.map(({ x, y }) => shapeAt(symbol, [x, y], 5)).join("");
}

/** What strikes closed spaces through. */
export function barsPath(spaces: readonly Space[]): string {
  return spaces
    .map((space) => {
      const at = onSpace(space);
      return `M${at(-space.length / 2, 0)}L${at(space.length / 2, 0)}`;
    })
    .join("");
}

/** The parts of pieces, from the lowest to the highest. */
export interface PieceParts {
  shadow: string;
  /** From the first piece to the last, so that a claimed route is one line in its owner's color. */
  ribbon: string;
  /** What sticks out below: couplings of cars, wheels, mirrors. */
  chassis: string;
  body: string;
  /** Where light falls onto the roof. */
  gloss: string;
  trim: string;
  disc: string;
  mark: string;
}

/** Pieces on some spaces: cars of a train, buses or taxis, with the shape of their seat. */
export function piecesOn(spaces: readonly Space[], train: string, shape: string): PieceParts {
  const corner = train === "taxi" ? 8 : train === "bus" ? 3 : 5;
  const each = (draw: (space: Space, half: number) => string): string =>
    spaces.map((space) => draw(space, space.length / 2 + 1)).join("");
  const box = (half: number) => ({ length: 2 * half, width: HIGH, corner });
  return {
    // The light comes from the same side, however a piece is turned.
    shadow: each((space, half) => carOn(space, { ...box(half), shift: [1.6, 3.2] })),
    ribbon: `M${spaces.map((space) => onSpace(space)(0, 0)).join("L")}`,
    chassis: each((space, half) => chassisOn(space, half, train)),
    body: each((space, half) => carOn(space, box(half))),
    gloss: each((space, half) => glossOn(space, half)),
    trim: each((space, half) => trimOn(space, half, train)),
    disc: each(({ x, y }) => circleAt([x, y], 8)),
    mark: each(({ x, y }) => shapeAt(shape, [x, y], 5.6)),
  };
}

function chassisOn(space: Space, half: number, train: string): string {
  if (train === "train") return carOn(space, { length: 2 * half + 5, width: 5, corner: 1.5 });
  const at = onSpace(space);
  const side = HIGH / 2 + 1.6;
  const block = (from: number, to: number): string =>
    `M${at(from, -side)}L${at(to, -side)}L${at(to, side)}L${at(from, side)}Z`;
  const wheels = block(0.42 * half, 0.72 * half) + block(-0.72 * half, -0.42 * half);
  // A bus has mirrors in front.
  return train === "bus" ? wheels + block(half - 4, half - 2) : wheels;
}

/** A line of light along the side of the roof that faces up. */
function glossOn(space: Space, half: number): string {
  const at = onSpace(space);
  const up = Math.cos((space.angle * Math.PI) / 180) < 0 ? 1 : -1;
  const y = up * (HIGH / 2 - 3);
  return `M${at(5 - half, y)}L${at(half - 5, y)}`;
}

function trimOn(space: Space, half: number, train: string): string {
  const at = onSpace(space);
  const line = (from: Point, to: Point): string => `M${at(...from)}L${at(...to)}`;
  const high = HIGH / 2;
  if (train === "taxi") {
    const pane = (x: number, bulge: number): string =>
      `M${at(x, 4 - high)}Q${at(x + bulge, 0)} ${at(x, high - 4)}`;
    return pane(half - 9, 4) + pane(8 - half, -3);
  }
  if (train === "bus")
    return (
      line([half - 4, 4 - high], [half - 4, high - 4]) +
      line([4 - half, 4 - high], [4 - half, high - 4]) +
      line([6 - half, high - 4], [half - 7, high - 4])
    );
  return (
    line([3.5 - half, 4 - high], [3.5 - half, high - 4]) +
    line([half - 3.5, 4 - high], [half - 3.5, high - 4])
  );
}
