/** Deals in words: the card to share tells how well, and nothing else. */
import { afterEach, describe, expect, it } from "vitest";
import {
  dayAfter,
  longDay,
  percent,
  resultCard,
  spanText,
  versionLetter,
} from "../../src/events/dealText";
import type { DealLine } from "../../src/protocol";
import { settings } from "../../src/stores/settings.svelte";

const LINK = "https://caboose.example/daily/2026-11-17";
const deal = (share: number | null, place: number | null): DealLine => ({
  edition: "london",
  seat: 2,
  bots: ["dispatcher"],
  players: 9,
  mine: {
    table: "secret-table",
    status: "over",
    total: 41,
    share,
    place,
    ranked: 8,
    compared_with: 5,
    instance: 1,
    flag: null,
  },
});

afterEach(() => {
  settings.language = "en";
});

describe("the card to share", () => {
  it("has a line, ten squares and the link", () => {
    const [line, squares, link] = resultCard("2026-11-17", deal(0.71, 3), LINK).split("\n");
    expect(line).toBe("Caboose daily 2026-11-17, London: 71%, place 3 of 8");
    expect(squares).toBe("🟩".repeat(7) + "⬜".repeat(3));
    expect(link).toBe(LINK);
  });

  it("spoils neither points nor version nor table", () => {
    const card = resultCard("2026-11-17", deal(0.5, 4), LINK);
    for (const spoiler of ["41", "secret-table", "B:"]) expect(card).not.toContain(spoiler);
  });

  it("is empty for the last, and full for the one who beats everybody", () => {
    expect(resultCard("2026-11-17", deal(null, null), LINK)).toContain("⬜".repeat(10));
    expect(resultCard("2026-11-17", deal(1, 1), LINK)).toContain("🟩".repeat(10));
  });
});

describe("days and times", () => {
  it("goes from day to day over the end of a month and of a year", () => {
    expect(dayAfter("2026-02-28", 1)).toBe("2026-03-01");
    expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
  });

  it("calls a day as it is called at Greenwich, in each language", () => {
    expect(longDay("2026-11-17")).toBe("Tuesday, November 17, 2026");
    settings.language = "de";
    expect(longDay("2026-11-17")).toBe("Dienstag, 17. November 2026");
    settings.language = "fr";
    expect(longDay("2026-11-17")).toBe("mardi 17 novembre 2026");
  });

  it("says how long in hours and minutes, and never that no time is left", () => {
    expect(spanText(3 * 3_600_000 + 5 * 60_000)).toBe("3 hr 5 min");
    expect(spanText(59 * 60_000)).toBe("59 min");
    expect(spanText(10)).toBe("1 min");
  });

  it("names versions by letters and shares in percent", () => {
    expect([versionLetter(0), versionLetter(2), percent(0.666)]).toEqual(["A", "C", 67]);
  });
});
