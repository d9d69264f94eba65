/** How each built-in board lies on its two sheets, so that it fills a screen of that shape. */
import type { Pose } from "../src/board/plane";
import type { Shape } from "../src/board/scene";

export const POSES: Record<string, Record<Shape, Pose>> = {
  USA: { wide: { turn: 0, wide: 0.8 }, tall: { turn: 0, wide: 0.22 } },
  // London is wider than high, so it lies on its side on an upright phone: downriver is down.
  London: { wide: { turn: 0, wide: 0.75 }, tall: { turn: 86, wide: 1 } },
  // Manhattan lies along a wide screen, uptown to the right.
  "New York": { wide: { turn: 61, wide: 0.7 }, tall: { turn: 0, wide: 2.2 } },
};
