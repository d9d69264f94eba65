import { afterEach, expect, test } from "vitest";
import { outcome, standing, title } from "../../src/events/duels/duelText";
import type { Duel } from "../../src/protocol";
import { settings } from "../../src/stores/settings.svelte";
import { halvesText, percentText } from "../../src/texts/pageWords";

const duel = (more: Partial<Duel>): Duel => ({
  ...{ id: "d", edition: "london", scoring: "matchpoints", team_of: 1, role: "challenger" },
  ...{ status: "over", ends_at: 0, now: 0, deals: [], places: [] },
  me: { name: "Ann", done: 2, points: 3.5 },
  rival: { name: "Ben", done: 5, points: 1.5 },
  ...more,
});

afterEach(() => {
  settings.language = "en";
});

test("a duel that is over tells who won, and by what", () => {
  expect([title(duel({})), standing(duel({}))]).toEqual([
    "London, against Ben",
    "You won. 3.5 : 1.5",
  ]);
  expect(outcome(duel({ role: "other" }))).toBe("Ann won.");
  expect(outcome(duel({ team_of: 2 }))).toBe("Your team won.");
  expect(standing(duel({ rival: null }))).toBe("Nobody accepted in time.");
});

test("a duel that is played tells how far one is, and a challenge whom it is from", () => {
  expect(standing(duel({ status: "running" }))).toMatch(/^2 of 5 played · Ends /);
  const asked = duel({ status: "offered", role: "invited", rival: null });
  expect(title(asked)).toBe("Ann challenges you to five deals.");
  expect(standing(asked)).toMatch(/^London · Ends /);
  expect(standing({ ...asked, role: "challenger" })).toBe("waiting for an opponent");
});

test("shares and halves are written as their reader writes them", () => {
  expect([percentText(0.61), percentText(-0.15, true), percentText(0.15, true)]).toEqual([
    "61%", "−15%", "+15%",
  ]); // prettier-ignore
  settings.language = "de";
  expect([percentText(0.61), halvesText(2.5)]).toEqual(["61\u00a0%", "2,5"]);
});
