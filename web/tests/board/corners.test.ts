import { describe, expect, test } from "vitest";
import { BUILT_IN } from "../../demo/editions";
import { WHOLE, fittingScale, toView } from "../../src/board/camera";
import { CORNERS, cornerOfSheet, freeCorner } from "../../src/board/corners";
import { boxOf, namesToShow, overlaps } from "../../src/board/declutter";
import { sceneOf } from "../../src/board/scene";
import type { Shape } from "../../src/board/scene";

const BUTTON = { width: 64, height: 64 };
const CARD = { width: 286, height: 120 };
const LAPTOP = { width: 857, height: 636 };
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

  test("a player's card on a laptop covers no city and no button", async () => {
    const { layout } = await sceneOf(board, "wide");
    const names = namesToShow(board, layout, fittingScale(layout.frame, LAPTOP), LAPTOP);
    const buttons = freeCorner(layout, names, LAPTOP, BUTTON);
    const corner = freeCorner(layout, names, LAPTOP, CARD, buttons);
    expect(corner).not.toBe(buttons);
    for (const [city, place] of Object.entries(layout.cities)) {
      const [x, y] = toView(place, layout.frame, LAPTOP, WHOLE);
      const across = corner.endsWith("right") ? LAPTOP.width - x : x;
      const down = corner.startsWith("bottom") ? LAPTOP.height - y : y;
      expect(across > CARD.width || down > CARD.height, `${city}, ${corner}`).toBe(true);
    }
  });
});

const MAPS = BUILT_IN.filter(({ id }) => !id.startsWith("usa_")).map(({ board }) => board);

describe.each(MAPS.map((board) => [board.name, board] as const))("%s", (_, board) => {
  test.each(PHONES)("no ticket brings a name below the button %s", async (_, shape, view) => {
    const { layout } = await sceneOf(board, shape);
    const scale = fittingScale(layout.frame, view);
    const corner = freeCorner(layout, namesToShow(board, layout, scale, view), view, BUTTON);
    const button = cornerOfSheet(corner, layout.frame, view, BUTTON);
    for (const { id } of board.cities) {
      const ringed = [id, board.cities[0]!.id];
      const { shown, size } = namesToShow(board, layout, scale, view, ringed, [button]);
      const below = [...shown]
        .filter(([city, label]) => overlaps(boxOf(layout.cities[city]!, label, size), button))
        .map(([city]) => city);
      expect(below, `${id} is ringed`).toEqual([]);
    }
  });
});
