/** What stands above the payments of a route. */
import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import london from "../../fixtures/london.json";
import type { ClaimEffects as Effects } from "../../src/protocol";
import type { Desk } from "../../src/table/desk/desk.svelte";
import ClaimEffects from "../../src/table/payment/ClaimEffects.svelte";

const desk = {
  reader: { edition: london, names: ["Ann", "Ben"], seat: 1 },
  store: { seat: 1, view: { public: { route_points: [3, 11] } } },
} as unknown as Desk;
const effects: Effects = {
  points: 4,
  trains: 2,
  last_round: false,
  districts: [1],
  attractions: [],
  path: null,
  globetrotter: null,
};

test("points now and in all, and a district that is completed", () => {
  render(ClaimEffects, { desk, effects });
  expect(screen.getByText("+4 now (15 route points in all)")).toBeDefined();
  expect(screen.getByText("Completes district 2: +2")).toBeDefined();
  expect(screen.queryByText("This starts the last round")).toBeNull();
});

test("a claim that starts the last round says so", () => {
  render(ClaimEffects, { desk, effects: { ...effects, last_round: true } });
  expect(screen.getByText("This starts the last round")).toBeDefined();
});
