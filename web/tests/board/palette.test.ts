import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BUILT_IN, EDITIONS } from "../../demo/editions";
import { GRAY, LOCOMOTIVE } from "../../src/board/edition";
import { PAINTS, SEATS, contrast, inkOn, paint } from "../../src/board/palette";
import { SEAT_SHAPES, SHAPES, shapesOf, symbolOf } from "../../src/board/symbols";
import { apart } from "./vision";
import type { Vision } from "./vision";

const VISIONS: Vision[] = ["usual", "protan", "deutan", "tritan"];

function pairs<T>(values: readonly T[]): [T, T][] {
  return values.flatMap((one, n) => values.slice(n + 1).map((other): [T, T] => [one, other]));
}

/** The colors of one theme, or of a paper in it, as the style sheet has them. */
function theme(selector: string, sheet = "theme"): Record<string, string> {
  const css = readFileSync(`src/board/${sheet}.css`, "utf8");
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const THEMES = {
  light: theme(":root"),
  dark: theme(':root[data-theme="dark"]'),
};

const PAPERS = ["usa_anniversary", "usa_1910", "usa_mega", "usa_big_cities"].flatMap((edition) => {
  const by = (before: string) => theme(`${before}[data-paper="${edition}"]`, "papers");
  return [
    [`${edition} by day`, { ...THEMES.light, ...by("\n") }],
    [`${edition} by night`, { ...THEMES.dark, ...by('\n[data-theme="dark"] ') }],
  ] as [string, Record<string, string>][];
});

describe.each(VISIONS)("to %s eyes", (vision) => {
  test("every seat has a paint of its own", () => {
    for (const [one, other] of pairs(SEATS))
      expect(
        apart(one.paint, other.paint, vision),
        `${one.color} and ${other.color}`,
      ).toBeGreaterThan(16);
  });

  test("no seat looks like a route that is free", () => {
    const routes = [...new Set([...BUILT_IN.flatMap(({ colors }) => colors), GRAY])];
    const least = vision === "usual" ? 12 : 5;
    for (const seat of SEATS)
      for (const color of routes)
        expect(
          apart(seat.paint, paint(color), vision),
          `${seat.color} on ${color}`,
        ).toBeGreaterThan(least);
  });

  test("no two cards of a deck look quite the same", () => {
    for (const { colors } of BUILT_IN)
      for (const [one, other] of pairs([...colors, GRAY]))
        expect(apart(paint(one), paint(other), vision), `${one} and ${other}`).toBeGreaterThan(5);
  });
});

test("to most eyes the cards of a deck are far apart", () => {
  for (const { colors } of BUILT_IN)
    for (const [one, other] of pairs([...colors, GRAY]))
      expect(apart(paint(one), paint(other), "usual"), `${one} and ${other}`).toBeGreaterThan(11);
});

test("symbols stand out from the paint they are on", () => {
  for (const fill of Object.values(PAINTS))
    expect(contrast(fill, inkOn(fill)), fill).toBeGreaterThan(3);
  for (const { color, paint: fill, ink } of SEATS)
    expect(contrast(fill, ink), color).toBeGreaterThan(4.5);
});

test("every paper has colors of its own", () => {
  const lands = [...Object.values(THEMES), ...PAPERS.map(([, colors]) => colors)].map(
    (colors) => `${colors["land"]} ${colors["water"]}`,
  );
  expect(new Set(lands).size).toBe(10);
});

describe.each([...Object.entries(THEMES), ...PAPERS])("in the colors of %s", (_, colors) => {
  const at = (name: string): string => colors[name]!;

  test.each(["land", "far-land", "water", "park", "halo", "paper"])(
    "names can be read on %s",
    (ground) => {
      expect(contrast(at("ink"), at(ground))).toBeGreaterThan(4.5);
    },
  );

  test.each(["land", "far-land", "water"])(
    "spaces, pieces and marks stand out from %s",
    (ground) => {
      for (const name of ["space-edge", "piece-edge", "city-edge", "ring", "news", "cut", "focus"])
        expect(contrast(at(name), at(ground)), name).toBeGreaterThan(3);
    },
  );

  test.each(VISIONS)("my tickets do not look like what just happened, to %s eyes", (vision) => {
    expect(apart(at("ring"), at("news"), vision)).toBeGreaterThan(10);
  });

  test("what is claimable is outlined well enough", () => {
    expect(contrast(at("claimable-edge"), at("land"))).toBeGreaterThan(3);
  });
});

test("every color of the day has one for the night", () => {
  expect(Object.keys(THEMES.dark).sort()).toEqual(Object.keys(THEMES.light).sort());
});

test("every color of a deck has a symbol that no other has", () => {
  for (const { colors } of EDITIONS) {
    const shapes = Object.values(shapesOf(colors));
    expect(new Set(shapes).size).toBe(colors.length);
  }
});

test("ten unheard-of colors get ten symbols too", () => {
  const colors = [...Array(10).keys()].map((n) => `color_${n}`);
  expect(new Set(Object.values(shapesOf(colors))).size).toBe(10);
});

test("the wild card shows what the edition plays with, and gray shows nothing", () => {
  const wild = ["train", "bus", "taxi"].map((train) => symbolOf(LOCOMOTIVE, ["red"], train));
  expect(new Set(wild).size).toBe(3);
  expect(symbolOf(GRAY, ["red"])).toBe("");
});

test("seats have five shapes, none of them a card's", () => {
  expect(new Set(SEATS.map((seat) => seat.shape)).size).toBe(5);
  const cards = new Set<string>(Object.values(SHAPES));
  for (const path of Object.values(SEAT_SHAPES)) expect(cards.has(path)).toBe(false);
});
