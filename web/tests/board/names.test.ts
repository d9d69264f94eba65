import { expect, test } from "vitest";
import london from "../../fixtures/london.json";
import newYork from "../../fixtures/new_york.json";
import usa from "../../fixtures/usa.json";
import { boxOf, gap, namesToShow } from "../../src/board/declutter";
import type { Edition } from "../../src/board/edition";
import { sceneOf } from "../../src/board/scene";

/** A whole board on a phone, on a large one, and on a small laptop. */
const SCALES = [0.28, 0.33, 0.5];

test.each([usa, london, newYork])("on a phone a name stands at its own city", async (data) => {
  const { board } = data as unknown as Edition;
  const { layout } = await sceneOf(board);
  for (const scale of SCALES) {
    const { shown, size } = namesToShow(board, layout, scale);
    for (const [id, label] of shown) {
      const box = boxOf(layout.cities[id]!, label, size);
      const nearest = board.cities
        .map((city) => ({ id: city.id, far: gap(layout.cities[city.id]!, box) }))
        .sort((one, other) => one.far - other.far)[0];
      expect(nearest?.id).toBe(id);
    }
    expect(shown.size).toBeGreaterThan(board.cities.length * 0.6);
  }
});
