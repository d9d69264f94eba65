/** The drawing of spaces and of the pieces on them, as few paths for a whole route. */
import type { Point } from "./plane";
import { carOn, circleAt, onSpace, shapeAt } from "./pen";
import { WIDTH } from "./roads";
import type { Space } from "./spaces";

/** A piece is a little larger than its space. */
const HIGH = WIDTH + 3;

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
  /** What couples the cars of a train. */
  coupling: string;
  body: string;
  trim: string;
  disc: string;
  mark: string;
}

/** Pieces on some spaces: cars of a train, buses or taxis, with the shape of their seat. */
export function piecesOn(spaces: readonly Space[], train: string, shape: string): PieceParts {
  const corner = train === "taxi" ? 7 : train === "bus" ? 3 : 4.5;
  const each = (draw: (space: Space, half: number) => string): string =>
    spaces.map((space) => draw(space, space.length / 2 + 0.5)).join("");
  const box = (half: number) => ({ length: 2 * half, width: HIGH, corner });
  return {
    // The light comes from the same side, however a piece is turned.
    shadow: each((space, half) => carOn(space, { ...box(half), shift: [1, 2.2] })),
    coupling:
      train === "train"
        ? each((space, half) => carOn(space, { length: 2 * half + 4, width: 4, corner: 1.5 }))
        : "",
    body: each((space, half) => carOn(space, box(half))),
    trim: each((space, half) => trimOn(space, half, train)),
    disc: each(({ x, y }) => circleAt([x, y], 7.6)),
    mark: each(({ x, y }) => shapeAt(shape, [x, y], 5.2)),
  };
}

function trimOn(space: Space, half: number, train: string): string {
  const at = onSpace(space);
  const line = (from: Point, to: Point): string => `M${at(...from)}L${at(...to)}`;
  const high = HIGH / 2;
  if (train === "taxi") {
    const pane = (x: number, bulge: number): string =>
      `M${at(x, 3 - high)}Q${at(x + bulge, 0)} ${at(x, high - 3)}`;
    return pane(half - 9, 3) + pane(8 - half, -2);
  }
  if (train === "bus")
    return (
      line([half - 4, 3 - high], [half - 4, high - 3]) +
      line([4 - half, 4 - high], [4 - half, high - 4])
    );
  return (
    line([4 - half, 3.2 - high], [half - 4, 3.2 - high]) +
    line([4 - half, high - 3.2], [half - 4, high - 3.2])
  );
}
