import { expect, test } from "vitest";
import london from "../../fixtures/london.json";
import usa from "../../fixtures/usa.json";
import { BADGE, badgesOf } from "../../src/board/badges";
import { boxOf, namesToShow, overlaps } from "../../src/board/declutter";
import type { Edition } from "../../src/board/edition";
import { distance } from "../../src/board/plane";
import { sceneOf } from "../../src/board/scene";

test.each([london, usa])("letters of tickets cover no name and no other letter", async (data) => {
  const edition = data as unknown as Edition;
  const { layout } = await sceneOf(edition.board);
  const names = namesToShow(edition.board, layout, 1, { width: 1440, height: 900 });
  for (const { id } of edition.board.cities) {
    const rings = [..."ABC"].map((letter) => ({ city: id, letter }));
    const badges = badgesOf(rings, layout, names, 1);
    expect(badges.map(({ letter }) => letter)).toEqual(["A", "B", "C"]);
    const own = names.shown.get(id)!;
    const name = boxOf(layout.cities[id]!, own, names.size);
    for (const { at } of badges) {
      const [left, top] = [at[0] - BADGE, at[1] - BADGE];
      expect(overlaps(name, { left, top, width: 2 * BADGE, height: 2 * BADGE })).toBe(false);
    }
    const [one, other, third] = badges.map(({ at }) => at);
    expect(distance(one!, other!)).toBeGreaterThanOrEqual(2 * BADGE);
    expect(distance(other!, third!)).toBeGreaterThanOrEqual(2 * BADGE);
  }
});
