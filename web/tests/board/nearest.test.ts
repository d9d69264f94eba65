import { describe, expect, test } from "vitest";
import { EDITIONS } from "../../demo/editions";
import { cityToward, hitAt } from "../../src/board/nearest";
import { sceneOf } from "../../src/board/scene";

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

const SHEETS = (["wide", "tall"] as const).flatMap((shape) =>
  EDITIONS.map(({ id, board }) => [id, shape, board] as const),
);

describe.each(SHEETS)("%s, %s", (_, shape, board) => {
  test("a touch on any space finds its route, with its twin behind it", async () => {
    const { layout } = await sceneOf(board, shape);
    for (const route of board.routes)
      for (const { x, y } of layout.spaces[route.id]!) {
        const hit = hitAt([x, y], board, layout, 30);
        expect(hit, route.id).toEqual({
          routes: route.twin === null ? [route.id] : [route.id, route.twin],
        });
      }
  });

  test("a touch on a dot finds its city", async () => {
    const { layout } = await sceneOf(board, shape);
    for (const { id } of board.cities)
      expect(hitAt(layout.cities[id]!, board, layout, 30)).toEqual({ city: id });
  });

  test("a touch far from everything finds nothing", async () => {
    const { layout } = await sceneOf(board, shape);
    const { left, top } = layout.frame;
    expect(hitAt([left - 200, top - 200], board, layout, 30)).toBeNull();
  });

  test("arrow keys lead from any city to every other", async () => {
    const { layout } = await sceneOf(board, shape);
    for (const { id } of board.cities) {
      const reached = new Set([id]);
      for (const city of reached)
        for (const key of KEYS) {
          const next = cityToward(city, key, layout.cities);
          if (next) reached.add(next);
        }
      expect(reached.size, id).toBe(board.cities.length);
    }
  });
});

test("an arrow goes its own way", async () => {
  const { layout } = await sceneOf(EDITIONS[0]!.board);
  expect(cityToward("denver", "ArrowRight", layout.cities)).toBe("kansas_city");
  expect(cityToward("seattle", "ArrowDown", layout.cities)).toBe("portland");
  expect(cityToward("boston", "ArrowRight", layout.cities)).toBeNull();
  expect(cityToward("boston", "Enter", layout.cities)).toBeNull();
});
