import { expect, test } from "vitest";
import { newDrops, pause, wholeDrop } from "../../src/board/drops";
import { carOn, circleAt, shapeAt } from "../../src/board/pen";
import { piecesOn } from "../../src/board/pieces";
import type { Point } from "../../src/board/plane";
import { LANE, WIDTH } from "../../src/board/roads";
import { SEAT_SHAPES, SHAPES, vehicleOf } from "../../src/board/symbols";

const TURNS = [0, 30, 90, 145, -60];

/** The ends of a path's strokes, where all are lines or arcs. */
function ends(path: string): Point[] {
  return [...path.matchAll(/[MLA]([^MLAZ]*)/g)].map(([, numbers]): Point => {
    const [x, y] = numbers!.trim().split(/[ ,]+/).map(Number).slice(-2);
    return [x!, y!];
  });
}

test.each(TURNS)("a car lies on its space, turned by %i degrees", (angle) => {
  const space = { x: 100, y: -40, angle, length: 34 };
  const turn = (angle * Math.PI) / 180;
  const points = ends(carOn(space, { length: 34, width: 16, corner: 3 }));
  for (const [x, y] of points) {
    const [dx, dy] = [x - 100, y + 40];
    const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
    const across = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn));
    expect([along, across].map(Math.round).join(" ")).toMatch(/^(14 8|17 5)$/);
  }
  expect(points).toHaveLength(9);
});

test("a shadow falls the same way, however its piece is turned", () => {
  for (const angle of TURNS) {
    const space = { x: 0, y: 0, angle, length: 34 };
    const { body, shadow } = piecesOn([space], "train", SEAT_SHAPES.moon);
    ends(shadow).forEach(([x, y], n) => {
      expect(x - ends(body)[n]![0]).toBeCloseTo(1.6, 1);
      expect(y - ends(body)[n]![1]).toBeCloseTo(3.2, 1);
    });
  }
});

test("corners are never rounder than a car is long", () => {
  expect(carOn({ x: 0, y: 0, angle: 0, length: 4 }, { length: 4, width: 16, corner: 9 })).toContain(
    "A2 2 ",
  );
});

const numbers = (path: string): number[] => (path.match(/-?[\d.]+/g) ?? []).map(Number);
const shapes = [...Object.values(SHAPES), ...Object.values(SEAT_SHAPES), vehicleOf("train")];

test.each(shapes)("a shape keeps its strokes where it is put: %s", (shape) => {
  expect(numbers(shapeAt(shape, [0, 0], 1))).toEqual(numbers(shape));
  expect(shapeAt(shape, [0, 0], 1).replace(/[^A-Z]/g, "")).toBe(shape.replace(/[^A-Z]/g, ""));
});

test("a shape is moved and enlarged, arcs too", () => {
  expect(shapeAt("M0-1L.5 0H1V2Z", [10, 20], 10)).toBe("M10 10L15 20H20V40Z");
  expect(shapeAt("M-.5 0A.5 .5 0 1 0 .5 0Z", [10, 20], 10)).toBe("M5 20A5 5 0 1 0 15 20Z");
  expect(circleAt([3, 4], 2)).toBe("M1 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z");
});

const SPACE = { x: 0, y: 0, angle: 0, length: 34 };

test("each kind of vehicle has an outline of its own", () => {
  const outlines = ["train", "bus", "taxi"].map((train) => {
    const { chassis, body } = piecesOn([SPACE], train, SHAPES.bar);
    return chassis + body;
  });
  expect(new Set(outlines).size).toBe(3);
});

test("a piece is larger than its space, and leaves its twin its own", () => {
  const { body } = piecesOn([SPACE], "bus", SHAPES.bar);
  // Without the radii of its corners, x and y take turns.
  const high = Math.max(
    ...numbers(body.replace(/A\S+ \S+ 0 0 1/g, " "))
      .map(Math.abs)
      .filter((_, n) => n % 2),
  );
  expect(high).toBeGreaterThan(WIDTH / 2 + 1);
  expect(high).toBeLessThanOrEqual(LANE);
});

test("all pieces of a route have fallen within 700 milliseconds", () => {
  for (let pieces = 1; pieces <= 9; pieces++) {
    expect((pieces - 1) * pause(pieces) + 260).toBeLessThanOrEqual(700);
    expect(wholeDrop(pieces)).toBeGreaterThan((pieces - 1) * pause(pieces) + 260);
  }
});

test("a round's claims drop; a whole game's simply lie there", () => {
  const many = Object.fromEntries([..."abcdef"].map((route) => [route, 0]));
  expect(newDrops({ a: 0 }, { a: 0, b: 1 })).toEqual([{ route: "b", seat: 1 }]);
  expect(newDrops({}, many)).toEqual([]);
});
