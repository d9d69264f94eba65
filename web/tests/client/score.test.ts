import { afterEach, expect, test } from "vitest";
import { placeOf } from "../../src/panels/score";
import type { Score } from "../../src/protocol";
import { speak, t } from "../../src/texts/index.svelte";

afterEach(() => speak("en"));

function score(winners: number[], ...seats: [total: number, rank: number][]): Score {
  return { winners, seats: seats.map(([total, rank]) => ({ total, rank })) } as unknown as Score;
}

test("who did not win sees place and distance", () => {
  const end = score([1], [40, 2], [58, 1], [-3, 3]);
  expect(placeOf(end, 0)).toEqual({ place: 2, behind: 18 });
  expect(placeOf(end, 2)).toEqual({ place: 3, behind: 61 });
});

test("who won, or has as many points as who won, sees none", () => {
  expect(placeOf(score([1], [40, 2], [58, 1]), 1)).toBeNull();
  expect(placeOf(score([0, 1], [58, 1], [58, 1]), 0)).toBeNull();
  expect(placeOf(score([1], [58, 2], [58, 1]), 0)).toBeNull();
});

test("a place is told without ordinals, and one point is one point", async () => {
  const place = (n: number) => t("score.place", { place: 2, seats: 3, points: t("points", { n }) });
  expect([place(18), place(1)]).toEqual([
    "Place 2 of 3, 18 points behind.",
    "Place 2 of 3, 1 point behind.",
  ]);
  await speak("de");
  expect(place(1)).toBe("Platz 2 von 3, 1 Punkt Rückstand.");
  await speak("fr");
  expect(place(18)).toBe("Place 2 sur 3, à 18 points de la victoire.");
});
