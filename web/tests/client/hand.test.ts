import { expect, test } from "vitest";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import { needsLinks, seating, toChairs } from "../../src/home/seating";
import { handRoutes } from "../../src/table/hand/handRoutes";

const edition = usa as unknown as Edition;
const twins = edition.board.routes.filter(({ twin }) => twin).slice(0, 1);
const ids = (routes: { id: string }[]) => routes.map(({ id }) => id);

test("a hand lists what it can claim, first what its tickets need, and then what else they need", () => {
  const claimable = new Set(["denver-omaha", "el_paso-houston"]);
  const needs = [{ letter: "A", routes: ["denver-omaha", "denver-phoenix"] }];
  const listed = handRoutes(edition, claimable, needs);
  expect(ids(listed.claimable)).toEqual(["denver-omaha", "el_paso-houston"]);
  expect(listed.claimable.map(({ letters }) => letters)).toEqual([["A"], []]);
  expect(ids(listed.needed)).toEqual(["denver-phoenix"]);
});

test("a double route is listed once, whichever track is meant", () => {
  const [one] = twins;
  const both = new Set([one!.id, one!.twin!]);
  const listed = handRoutes(edition, both, [{ letter: "B", routes: [one!.twin!] }]);
  expect(ids(listed.claimable)).toEqual([one!.id]);
  expect(listed.claimable[0]!.letters).toEqual(["B"]);
  expect(listed.needed).toEqual([]);
});

test("on a TV nobody sits at the screen: every seat waits for a phone", () => {
  const places = seating("tv", 2, "driver");
  expect(needsLinks(places)).toBe(true);
  expect(toChairs(places, "Ann")).toEqual([{ kind: "open" }, { kind: "open" }, { kind: "open" }]);
});
