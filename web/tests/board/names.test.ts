import { describe, expect, test } from "vitest";
import { BUILT_IN, EDITIONS } from "../../demo/editions";
import { fittingScale } from "../../src/board/camera";
import { boxOf, gap, namesToShow, overlaps } from "../../src/board/declutter";
import { FONT_SIZE, shortened, textWidth } from "../../src/board/labels";
import type { Point } from "../../src/board/plane";
import { ringRadius, ringScale } from "../../src/board/rings";
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

/** Half the line of a ring, in its own size. */
const LINE = 1.7;

test.each(BOARDS.map(({ id, board }) => [id, board] as const))(
  "the rings of a ticket's city leave its name alone: %s",
  async (_, board) => {
    for (const [screen, shape, view] of VIEWS) {
      const { layout } = await sceneOf(board, shape);
      const scale = fittingScale(layout.frame, view);
      const cities = board.cities.map(({ id }) => id);
      for (const ringed of [cities, [...cities, ...cities]]) {
        const order = ringed.length / cities.length - 1;
        const { shown, size } = namesToShow(board, layout, scale, view, ringed);
        const ring = ringScale(size) * (ringRadius(order) + LINE);
        for (const [id, label] of shown) {
          const box = boxOf(layout.cities[id]!, label, size);
          const where = `${id} in ring ${order} on ${screen}`;
          expect(gap(layout.cities[id]!, box), where).toBeGreaterThan(ring);
        }
      }
    }
  },
);

const OCEANS = ["Pacific Ocean", "Atlantic Ocean"];
const RIVERS = ["Hudson River", "East River"];
const PLACES: [string, Shape, string[]][] = [
  ["usa", "wide", OCEANS],
  ["usa", "tall", OCEANS],
  ["london", "wide", []], // there is no room for the Thames
  ["london", "tall", ["River Thames"]],
  ["new_york", "wide", [...RIVERS, "Queens"]],
  ["new_york", "tall", RIVERS],
];

test.each(PLACES)(
  "waters and lands have their names where nothing covers them: %s, %s",
  async (id, shape, places) => {
    const { board } = BOARDS.find((edition) => edition.id === id)!;
    const { layout, scenery } = await sceneOf(board, shape);
    const names = scenery.names.filter(({ kind }) => ["water", "land"].includes(kind));
    expect(names.map(({ text }) => text)).toEqual(places);
    for (const name of names) {
      const written = cornersOf(name, textWidth(name.text, name.size) / 2, name.size * 0.35);
      for (const [x, y] of written) expect(gap([x, y], layout.frame)).toBe(0);
      for (const [city, label] of Object.entries(layout.labels)) {
        const { left, top, width, height } = boxOf(layout.cities[city]!, label);
        const [right, bottom] = [left + width, top + height];
        const box: Point[] = [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ];
        expect(sharedArea(written, box), city).toBe(0);
      }
      for (const [route, spaces] of Object.entries(layout.spaces))
        for (const space of spaces)
          expect(sharedArea(written, cornersOf(space, space.length / 2, WIDTH / 2)), route).toBe(0);
    }
  },
);

test.each(["390x844", "1440x900"])("a board fills the map of a screen of %s", async (name) => {
  const [, shape, view] = VIEWS.find(([each]) => each === name)!;
  for (const { board } of BUILT_IN) {
    const { frame } = (await sceneOf(board, shape)).layout;
    const scale = fittingScale(frame, view);
    const used = (scale * frame.width * scale * frame.height) / (view.width * view.height);
    expect(used, board.name).toBeGreaterThan(0.9);
  }
});

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
