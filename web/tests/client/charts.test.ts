/** Lines of charts: ratings with how unsure they are, and games over time. */
import { describe, expect, it } from "vitest";
import { plot, poolsOf, scaleOf } from "../../src/club/ratings/ratingPlot";
import { drawing, reach, smooth } from "../../src/club/figures/worthPlot";
import type { GameWorth, RatingStep } from "../../src/protocol";

const step = (pool: string, rating: number, unsure: number): RatingStep => ({
  table: `${pool}${rating}`,
  pool,
  ended_at: 0,
  place: 1,
  counts: true,
  rating,
  unsure,
  provisional: unsure > 155,
});

describe("ratings over time", () => {
  it("offers the pools of somebody, the most played first", () => {
    expect(poolsOf([step("a", 1, 1), step("b", 2, 1), step("b", 3, 1)])).toEqual(["b", "a"]);
  });

  it("has room for all that is likely, in few whole lines", () => {
    const { low, high, every } = scaleOf([step("a", 1480, 420), step("a", 1620, 300)]);
    expect([low, high, every]).toEqual([1000, 2000, 200]);
  });

  it("begins at what everybody begins at and ends at the last game", () => {
    const drawn = plot([step("a", 1500, 300), step("a", 1700, 200)], { width: 100, height: 100 });
    expect(drawn.line.match(/[ML]/g)).toHaveLength(3);
    expect(drawn.last[0]).toBe(100);
    expect(drawn.band.endsWith("Z")).toBe(true);
  });
});

describe("analyzed games over time", () => {
  it("smooths over the last ten", () => {
    expect(smooth([0, 10])).toEqual([0, 5]);
    expect(smooth([...new Array<number>(10).fill(100), 0]).at(-1)).toBe(90);
  });

  it("draws luck around zero, as far as it reaches", () => {
    const worths = [{ luck: 0.23 }, { luck: -0.31 }] as GameWorth[];
    expect(reach(worths)).toBeCloseTo(0.4);
    const { dots } = drawing([0], { low: -1, high: 1, width: 50, height: 100 }, String);
    expect(dots).toEqual([[25, 50]]);
  });
});
