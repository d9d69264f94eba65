import { describe, expect, test } from "vitest";
import { EDITIONS } from "../../demo/editions";
import { boxOf, isInside, overlaps } from "../../src/board/declutter";
import type { Edition } from "../../src/board/edition";
import { POSES } from "../../art/poses";
import { UPRIGHT, boxAround, distance, posed, projectionFor } from "../../src/board/plane";
import type { Box, Point } from "../../src/board/plane";
import { RADIUS, WIDTH } from "../../src/board/roads";
import { sceneOf } from "../../src/board/scene";
import type { Shape } from "../../src/board/scene";
import { farFromSpaces } from "../../src/board/nearest";
import { cornersOf } from "../../src/board/spaces";
import { sharedArea } from "./overlap";

/** So much of a space may lie under another one, where roads meet at a city. */
const A_LITTLE = 0.08;

/** A board pressed into an upright screen has less room between its roads. */
const MOST_UNDER_A_NAME = { wide: 0.12, tall: 0.15 };

interface Drawn {
  route: string;
  city: string[];
  corners: Point[];
  area: number;
}

async function spacesOf({ board }: Edition, shape: Shape): Promise<Drawn[]> {
  const { layout } = await sceneOf(board, shape);
  return board.routes.flatMap((route) =>
    layout.spaces[route.id]!.map((space) => ({
      route: route.id,
      city: route.cities,
      corners: cornersOf(space),
      area: space.length * WIDTH,
    })),
  );
}

const SHEETS = (["wide", "tall"] as const).flatMap((shape) =>
  EDITIONS.map((edition) => [edition.id, shape, edition] as const),
);

describe.each(SHEETS)("%s, %s", (_, shape, edition) => {
  const { board } = edition;

  test("every route has as many spaces as it is long", async () => {
    const { layout } = await sceneOf(board, shape);
    for (const route of board.routes)
      expect(layout.spaces[route.id], route.id).toHaveLength(route.length);
  });

  test("no two spaces of different routes overlap by more than a little", async () => {
    const spaces = await spacesOf(edition, shape);
    const bad: string[] = [];
    spaces.forEach((one, n) => {
      for (const other of spaces.slice(n + 1)) {
        if (one.route === other.route) continue;
        const shared = sharedArea(one.corners, other.corners) / Math.min(one.area, other.area);
        if (shared > A_LITTLE) bad.push(`${one.route} and ${other.route}: ${shared.toFixed(2)}`);
      }
    });
    expect(bad).toEqual([]);
  });

  test("no space lies on the dot of a city", async () => {
    const { layout } = await sceneOf(board, shape);
    for (const route of board.routes)
      for (const city of board.cities) {
        const far = farFromSpaces(layout.cities[city.id]!, layout.spaces[route.id]!);
        const reach = route.cities.includes(city.id) ? RADIUS : RADIUS + WIDTH / 2;
        expect(far, `${route.id} at ${city.id}`).toBeGreaterThan(reach - 1);
      }
  });

  test("spaces are long enough to carry a symbol", async () => {
    const { layout } = await sceneOf(board, shape);
    for (const [route, spaces] of Object.entries(layout.spaces))
      for (const space of spaces) expect(space.length, route).toBeGreaterThan(20);
  });

  test("every name is inside the frame and over no other name or city", async () => {
    const { layout } = await sceneOf(board, shape);
    const boxes = board.cities.map((city): [string, Box] => [
      city.id,
      boxOf(layout.cities[city.id]!, layout.labels[city.id]!),
    ]);
    boxes.forEach(([city, box], n) => {
      expect(isInside(box, layout.frame), city).toBe(true);
      for (const [other, there] of boxes.slice(n + 1))
        expect(overlaps(box, there), `${city} over ${other}`).toBe(false);
      for (const other of board.cities) {
        const [x, y] = layout.cities[other.id]!;
        expect(overlaps(box, dotBox(x, y)), `${city} over the dot of ${other.id}`).toBe(false);
      }
    });
  });

  test("names cover hardly anything of the spaces", async () => {
    const { layout } = await sceneOf(board, shape);
    const spaces = await spacesOf(edition, shape);
    for (const city of board.cities) {
      const { left, top, width, height } = boxOf(layout.cities[city.id]!, layout.labels[city.id]!);
      const name: Point[] = [
        [left, top + 3],
        [left + width, top + 3],
        [left + width, top + height - 3],
        [left, top + height - 3],
      ];
      const covered = spaces.reduce((sum, space) => sum + sharedArea(name, space.corners), 0);
      expect(covered / (width * height), city.id).toBeLessThan(MOST_UNDER_A_NAME[shape]);
    }
  });

  test("ornaments lie where nothing is played", async () => {
    const { layout, scenery } = await sceneOf(board, shape);
    const strokes = scenery.ornaments.flatMap(({ d }) => [
      ...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g),
    ]);
    for (const [, x, y] of strokes) {
      const at: Point = [Number(x), Number(y)];
      for (const [route, spaces] of Object.entries(layout.spaces))
        expect(farFromSpaces(at, spaces), route).toBeGreaterThan(WIDTH / 2);
      for (const [city, place] of Object.entries(layout.cities))
        expect(distance(at, place), city).toBeGreaterThan(RADIUS);
    }
  });

  test("cities stay where the globe has them, seen from each other", async () => {
    const { layout } = await sceneOf(board, shape);
    const { width, height } = layout.frame;
    const far = 0.3 * Math.min(width, height);
    const project = posed(projectionFor(board.cities), POSES[board.name]?.[shape] ?? UPRIGHT);
    const homes = board.cities.map(({ id, lon, lat }) => ({ id, home: project(lon, lat) }));
    const span = boxAround(homes.map(({ home }) => home)).height;
    for (const one of homes)
      for (const other of homes) {
        const [a, b] = [layout.cities[one.id]!, layout.cities[other.id]!];
        const apart = other.home[1] - one.home[1];
        if (distance(a, b) < far || Math.abs(apart) < span / 4) continue;
        expect(a[1] < b[1], `${one.id} above ${other.id}`).toBe(apart > 0);
      }
  });
});

test("the same board is always laid out the same way", async () => {
  const own = EDITIONS.at(-1)!;
  const { layout } = await sceneOf(own.board);
  const again = await sceneOf({ ...own.board, name: "Under another name" });
  expect(again.layout).toEqual(layout);
});

test("an own board with a built-in one's name gets its own layout", async () => {
  const own = EDITIONS.at(-1)!;
  const { layout } = await sceneOf({ ...own.board, name: "USA" });
  expect(Object.keys(layout.cities)).toEqual(own.board.cities.map((city) => city.id));
});

function dotBox(x: number, y: number): Box {
  const r = RADIUS - 4;
  return { left: x - r, top: y - r, width: 2 * r, height: 2 * r };
}
