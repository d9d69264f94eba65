import { describe, expect, test } from "vitest";
import { EDITIONS } from "../../demo/editions";
import { boxOf, isInside, overlaps } from "../../src/board/declutter";
import type { Edition } from "../../src/board/edition";
import { distance } from "../../src/board/plane";
import type { Box, Point } from "../../src/board/plane";
import { RADIUS, WIDTH } from "../../src/board/roads";
import { sceneOf } from "../../src/board/scene";
import { farFromSpaces } from "../../src/board/nearest";
import { cornersOf } from "../../src/board/spaces";
import { sharedArea } from "./overlap";

/** So much of a space may lie under another one, where roads meet at a city. */
const A_LITTLE = 0.08;

interface Drawn {
  route: string;
  city: string[];
  corners: Point[];
  area: number;
}

async function spacesOf({ board }: Edition): Promise<Drawn[]> {
  const { layout } = await sceneOf(board);
  return board.routes.flatMap((route) =>
    layout.spaces[route.id]!.map((space) => ({
      route: route.id,
      city: route.cities,
      corners: cornersOf(space),
      area: space.length * WIDTH,
    })),
  );
}

describe.each(EDITIONS.map((edition) => [edition.id, edition] as const))("%s", (_, edition) => {
  const { board } = edition;

  test("every route has as many spaces as it is long", async () => {
    const { layout } = await sceneOf(board);
    for (const route of board.routes)
      expect(layout.spaces[route.id], route.id).toHaveLength(route.length);
  });

  test("no two spaces of different routes overlap by more than a little", async () => {
    const spaces = await spacesOf(edition);
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
    const { layout } = await sceneOf(board);
    for (const route of board.routes)
      for (const city of board.cities) {
        const far = farFromSpaces(layout.cities[city.id]!, layout.spaces[route.id]!);
        const reach = route.cities.includes(city.id) ? RADIUS : RADIUS + WIDTH / 2;
        expect(far, `${route.id} at ${city.id}`).toBeGreaterThan(reach - 1);
      }
  });

  test("spaces are long enough to carry a symbol", async () => {
    const { layout } = await sceneOf(board);
    for (const [route, spaces] of Object.entries(layout.spaces))
      for (const space of spaces) expect(space.length, route).toBeGreaterThan(20);
  });

  test("every name is inside the frame and over no other name or city", async () => {
    const { layout } = await sceneOf(board);
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
    const { layout } = await sceneOf(board);
    const spaces = await spacesOf(edition);
    for (const city of board.cities) {
      const { left, top, width, height } = boxOf(layout.cities[city.id]!, layout.labels[city.id]!);
      const name: Point[] = [
        [left, top + 3],
        [left + width, top + 3],
        [left + width, top + height - 3],
        [left, top + height - 3],
      ];
      const covered = spaces.reduce((sum, space) => sum + sharedArea(name, space.corners), 0);
      expect(covered / (width * height), city.id).toBeLessThan(0.12);
    }
  });

  test("cities stay where the globe has them, seen from each other", async () => {
    const { layout } = await sceneOf(board);
    const { width, height } = layout.frame;
    const far = 0.3 * Math.min(width, height);
    for (const one of board.cities)
      for (const other of board.cities) {
        const [a, b] = [layout.cities[one.id]!, layout.cities[other.id]!];
        if (distance(a, b) < far || Math.abs(one.lat - other.lat) < latSpan(edition) / 4) continue;
        expect(a[1] < b[1], `${one.id} north of ${other.id}`).toBe(one.lat > other.lat);
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

function latSpan({ board }: Edition): number {
  const lats = board.cities.map((city) => city.lat);
  return Math.max(...lats) - Math.min(...lats);
}
