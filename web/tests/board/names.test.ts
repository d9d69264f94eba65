import { describe, expect, test } from "vitest";
import { EDITIONS } from "../../demo/editions";
import { fittingScale } from "../../src/board/camera";
import { boxOf, gap, namesToShow, overlaps } from "../../src/board/declutter";
import { FONT_SIZE, shortened, textWidth } from "../../src/board/labels";
import type { Point } from "../../src/board/plane";
import { RADIUS, WIDTH } from "../../src/board/roads";
import { sceneOf } from "../../src/board/scene";
import type { Shape } from "../../src/board/scene";
import { sharedArea } from "./overlap";

/** What the table leaves of a screen to its map: phones upright and lying, laptops, a desk. */
const VIEWS: [string, Shape, { width: number; height: number }][] = [
  ["390x844", "tall", { width: 390, height: 500 }],
  ["360x640", "tall", { width: 360, height: 300 }],
  ["844x390", "wide", { width: 470, height: 340 }],
  ["1366x768", "wide", { width: 880, height: 620 }],
  ["1440x900", "wide", { width: 930, height: 750 }],
  ["1920x1080", "wide", { width: 1340, height: 930 }],
];

const BOARDS = EDITIONS.filter(({ id }) => !id.startsWith("usa_"));

describe.each(BOARDS.map((edition) => [edition.id, edition] as const))("%s", (_, { board }) => {
  test.each(VIEWS)("every city is named on a screen of %s", async (_, shape, view) => {
    const { layout } = await sceneOf(board, shape);
    const scale = fittingScale(layout.frame, view);
    const { shown, size } = namesToShow(board, layout, scale, view);
    expect([...shown.keys()].sort()).toEqual(board.cities.map(({ id }) => id).sort());
    const boxes = [...shown].map(([id, label]) => boxOf(layout.cities[id]!, label, size));
    boxes.forEach((box, n) => {
      const [id, label] = [...shown][n]!;
      for (const other of boxes.slice(n + 1)) expect(overlaps(box, other), id).toBe(false);
      const far = (city: string) => gap(layout.cities[city]!, box);
      const others = board.cities.filter((city) => city.id !== id).map((city) => far(city.id));
      expect(Math.min(...others), id).toBeGreaterThan(label.isLed ? RADIUS / 2 : far(id));
    });
  });
});

test.each(["wide", "tall"] as const)(
  "the Thames has its name where nothing covers it, or none: %s",
  async (shape) => {
    const { board } = BOARDS.find(({ id }) => id === "london")!;
    const { layout, scenery } = await sceneOf(board, shape);
    const [name] = scenery.names.filter(({ kind }) => kind === "water");
    if (shape === "tall") expect(name?.text).toBe("River Thames");
    if (!name) return;
    const written = cornersOf(name, textWidth(name.text, name.size) / 2, name.size * 0.35);
    for (const [x, y] of written) expect(gap([x, y], layout.frame)).toBe(0);
    for (const [id, label] of Object.entries(layout.labels)) {
      const { left, top, width, height } = boxOf(layout.cities[id]!, label);
      const [right, bottom] = [left + width, top + height];
      const box: Point[] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ];
      expect(sharedArea(written, box), id).toBe(0);
    }
    for (const [id, spaces] of Object.entries(layout.spaces))
      for (const space of spaces)
        expect(sharedArea(written, cornersOf(space, space.length / 2, WIDTH / 2)), id).toBe(0);
  },
);

/** The corners of something turned. */
function cornersOf(one: Turned, half: number, high: number): Point[] {
  const turn = (one.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [
    [-half, -high],
    [half, -high],
    [half, high],
    [-half, high],
  ].map(([along = 0, across = 0]): Point => [
    one.x + along * cos - across * sin,
    one.y + along * sin + across * cos,
  ]);
}

interface Turned {
  x: number;
  y: number;
  angle: number;
}

test.each([
  ["1440x900", 13],
  ["1920x1080", 13],
  ["390x844", 11],
])("names can be read on a screen of %s", async (name, least) => {
  const [, shape, view] = VIEWS.find(([each]) => each === name)!;
  for (const { board } of BOARDS) {
    const { layout } = await sceneOf(board, shape);
    const scale = fittingScale(layout.frame, view);
    const { size } = namesToShow(board, layout, scale, view);
    expect(FONT_SIZE * size * scale, board.name).toBeGreaterThanOrEqual(least - 0.01);
  }
});

test("a name is cut where it can be said", () => {
  expect(shortened("Pittsburgh")).toBe("Pitts.");
  expect(shortened("Washington")).toBe("Wash.");
  expect(shortened("Saint Louis")).toBe("Saint Louis");
});
