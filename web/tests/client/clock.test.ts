import { expect, test } from "vitest";
import { timeLeft } from "../../src/table/people/clockText";

test("the turn runs out first, then the reserve", () => {
  const time = { turn: 45_000, bank: 120_000 };
  expect(timeLeft(time, 0)).toEqual(time);
  expect(timeLeft(time, 40_000)).toEqual({ turn: 5000, bank: 120_000 });
  expect(timeLeft(time, 50_000)).toEqual({ turn: 0, bank: 115_000 });
  expect(timeLeft(time, 999_000)).toEqual({ turn: 0, bank: 0 });
});
