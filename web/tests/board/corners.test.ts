import { describe, expect, test } from "vitest";
import { BUILT_IN } from "../../demo/editions";
import { WHOLE, fittingScale, toView } from "../../src/board/camera";
import { CORNERS, freeCorner } from "../../src/board/corners";
import { namesToShow } from "../../src/board/declutter";
import { sceneOf } from "../../src/board/scene";
import type { Shape } from "../../src/board/scene";

const BUTTON = { width: 64, height: 64 };
const PHONES: [string, Shape, { width: number; height: number }][] = [
  ["held upright", "tall", { width: 390, height: 532 }],
  ["lying", "wide", { width: 473, height: 339 }],
  ["small", "tall", { width: 360, height: 328 }],
];

describe.each(BUILT_IN.map((edition) => [edition.id, edition.board] as const))("%s", (_, board) => {
  test.each(PHONES)("no city lies below the button on a phone %s", async (_, shape, view) => {
    const { layout } = await sceneOf(board, shape);
    const names = namesToShow(board, layout, fittingScale(layout.frame, view), view);
    const corner = freeCorner(layout, names, view, BUTTON);
    expect(CORNERS).toContain(corner);
    for (const [city, place] of Object.entries(layout.cities)) {
      const [x, y] = toView(place, layout.frame, view, WHOLE);
      const across = corner.endsWith("right") ? view.width - x : x;
      const down = corner.startsWith("bottom") ? view.height - y : y;
      expect(Math.max(across, down), `${city}, ${corner}`).toBeGreaterThan(BUTTON.width);
    }
  });
});
