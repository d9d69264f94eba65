/** What a claim brings, as people read it before they claim. */
import { expect, test } from "vitest";
import london from "../../fixtures/london.json";
import newYork from "../../fixtures/new_york.json";
import type { Edition } from "../../src/board/edition";
import { bonusTexts, standingTexts } from "../../src/table/payment/effectTexts";
import type { Reader } from "../../src/texts/names";

const reader = (edition: unknown): Reader => ({
  edition: edition as Edition,
  names: ["Ann", "Ben", "Cat"],
  seat: 0,
});

test("bonuses that a claim completes are named with their points", () => {
  const district = bonusTexts(reader(london), { districts: [0], attractions: [] });
  expect(district).toEqual(["Completes district 1: +1"]);
  const attraction = bonusTexts(reader(newYork), { districts: [], attractions: ["central_park"] });
  expect(attraction).toEqual(["Reaches Central Park: +1"]);
});

test("of the longest path it is said who holds it, shares it or leads", () => {
  const text = (length: number, others: number, seats: number[]) =>
    standingTexts(reader(london), {
      path: { before: 0, length, others, seats },
      globetrotter: null,
    })[0];
  expect(text(18, 12, [1])).toBe("Longest path 18: you hold it");
  expect(text(18, 18, [1])).toBe("Longest path 18: shared with Ben");
  expect(text(18, 21, [2])).toBe("Longest path 18: Cat leads with 21");
  expect(text(18, 21, [1, 2])).toBe("Longest path 18: Ben and Cat lead with 21");
  expect(text(2, 0, [])).toBe("Longest path 2: you hold it");
});

test("for Globetrotter own tickets count, and of others only how many they hold", () => {
  const texts = standingTexts(reader(london), {
    path: null,
    globetrotter: { before: 0, completed: 1, others: 6 },
  });
  expect(texts).toEqual(["Globetrotter: you have completed 1; an opponent holds 6 tickets"]);
});
