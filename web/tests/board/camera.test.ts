import { describe, expect, test } from "vitest";
import { CLOSEST, WHOLE, clamped, showing, toSheet, toView, zoomed } from "../../src/board/camera";
import type { Point } from "../../src/board/plane";

const FRAME = { left: -100, top: 50, width: 1400, height: 900 };
const VIEWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 500 },
];
const POINTS: Point[] = [
  [-100, 50],
  [600, 500],
  [1300, 950],
];

describe.each(VIEWS)("in a view of $width by $height", (view) => {
  const close = { k: 3, x: -400, y: -300 };

  test("a point of the sheet and its pixel lead to each other", () => {
    for (const point of POINTS) {
      const there = toSheet(toView(point, FRAME, view, close), FRAME, view, close);
      expect(there[0]).toBeCloseTo(point[0]);
      expect(there[1]).toBeCloseTo(point[1]);
    }
  });

  test("the whole frame is in the view at first", () => {
    for (const point of POINTS) {
      const [x, y] = toView(point, FRAME, view, WHOLE);
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x).toBeLessThanOrEqual(view.width + 0.01);
      expect(y).toBeGreaterThanOrEqual(-0.01);
      expect(y).toBeLessThanOrEqual(view.height + 0.01);
    }
  });

  test("zooming leaves the pixel under the pointer where it is", () => {
    const pixel: Point = [view.width / 3, view.height / 4];
    const before = toSheet(pixel, FRAME, view, close);
    const after = toSheet(pixel, FRAME, view, zoomed(close, 1.7, pixel));
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  test("nobody can lose the board", () => {
    const lost = clamped({ k: 2, x: 99999, y: -99999 }, FRAME, view);
    const [x, y] = toSheet([view.width / 2, view.height / 2], FRAME, view, lost);
    expect(x).toBeCloseTo(FRAME.left);
    expect(y).toBeCloseTo(FRAME.top + FRAME.height);
  });

  test("zoom has ends, and the far one is the whole board", () => {
    expect(clamped({ k: 99, x: 0, y: 0 }, FRAME, view).k).toBe(CLOSEST);
    expect(clamped({ k: 0.2, x: 31, y: -7 }, FRAME, view)).toEqual(WHOLE);
  });

  test("what is shown lies inside the view, with a margin", () => {
    for (const point of POINTS) {
      const [x, y] = toView(point, FRAME, view, showing(point, FRAME, view, close));
      expect(x).toBeGreaterThan(10);
      expect(x).toBeLessThan(view.width - 10);
      expect(y).toBeGreaterThan(10);
      expect(y).toBeLessThan(view.height - 10);
    }
  });
});
