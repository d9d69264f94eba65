/** The rule book of every edition, read from the chapters that the server sends. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import london from "../../fixtures/london.json";
import newYork from "../../fixtures/new_york.json";
import own from "../../fixtures/own_board.json";
import usa from "../../fixtures/usa.json";
import usa1910 from "../../fixtures/usa_1910.json";
import anniversary from "../../fixtures/usa_anniversary.json";
import bigCities from "../../fixtures/usa_big_cities.json";
import mega from "../../fixtures/usa_mega.json";
import type { Edition } from "../../src/board/edition";
import { readMarkdown, type Block, type Inline } from "../../src/rules/markdown";
import { readBook, type Book } from "../../src/rules/rulebook";

const editions = [usa, anniversary, usa1910, mega, bigCities, london, newYork].map(
  (edition) => edition as unknown as Edition,
);
const names = new Map(editions.map(({ id, name }) => [id, name]));
const chapters = Object.fromEntries(
  ["setup", "turn", "draw_cards", "claim_route", "draw_tickets", "final_round"]
    .concat("scoring", "rulings")
    .map((name) => [name, readFileSync(`../docs/rules/${name}.md`, "utf-8")]),
);
const bookOf = (edition: unknown): Book => readBook(chapters, edition as Edition, names);

function partsOf(block: Block): Inline[] {
  if (block.kind === "list") return block.items.flat();
  if (block.kind === "table") return [...block.head, ...block.rows.flat()].flat();
  return block.kind === "mark" ? [] : block.text;
}
const textOf = (blocks: Block[]) =>
  blocks
    .map((block) =>
      partsOf(block)
        .map(({ text }) => text)
        .join(""),
    )
    .join("\n");
const wholeText = (edition: unknown) =>
  bookOf(edition)
    .chapters.map(({ blocks }) => textOf(blocks))
    .join("\n");
const section = (edition: unknown, code: string) =>
  textOf(bookOf(edition).sections.get(code) ?? []);

test.each([...editions, own as unknown as Edition])(
  "$name is told in players' words",
  (edition) => {
    const text = wholeText(edition);
    expect(text.length).toBeGreaterThan(8000);
    expect(text).not.toMatch(/\bseats?\b/i);
    expect(text).not.toMatch(/\w_\w|`|```|\.md|<!--|\bpay \w+ \d|^\d (draw|claim|keep)/m);
    expect(text).not.toMatch(/BGA|TRMission|\(\)|\( |\bphase\b/);
  },
);

test("every reference leads to a rule that is there", () => {
  for (const edition of editions) {
    const { chapters, sections } = bookOf(edition);
    const all = chapters.flatMap(({ blocks }) => blocks).flatMap(partsOf);
    const codes = all.filter(({ kind }) => kind === "reference").map(({ text }) => text);
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => !sections.has(code))).toEqual([]);
  }
});

test("only the bonuses, numbers and rulings of the edition are told", () => {
  const bonuses = (edition: unknown) =>
    ["P2", "P3", "P4", "P6"].filter((code) => bookOf(edition).sections.has(code));
  expect(editions.map(bonuses)).toEqual([
    ["P2"],
    ["P2"],
    ["P6"],
    ["P2", "P6"],
    ["P2"],
    ["P3"],
    ["P4"],
  ]);
  expect(section(london, "S1")).toContain("17 buses each");
  expect(section(london, "S1")).not.toContain("45");
  expect(section(usa, "T1")).toContain("3 are offered.");
  const offer = bookOf(mega)
    .sections.get("S4")!
    .find((block) => block.kind === "table")!;
  expect(partsOf(offer).map(({ text }) => text)).toEqual(["offered", "keep at least", "5", "3"]);
  const ties = bookOf(london)
    .sections.get("P5")!
    .find((block) => block.kind === "table")!;
  expect(partsOf(ties).map(({ text }) => text)).toEqual(
    "then,then,more completed tickets,shared".split(","),
  );
  expect(section(anniversary, "S4")).toContain("leave the game");
  expect(section(usa, "S4")).not.toContain("leave the game");
  expect(bookOf(bigCities).sections.has("R11")).toBe(true);
  expect(bookOf(usa).sections.has("R11")).toBe(false);
});

test("what an edition does not have is not told", () => {
  expect(section(london, "S2")).toContain("44 cards: 6 of each of the six colors and 8 bus cards");
  expect(section(usa, "S2")).toContain("110 cards: 12 of each");
  expect(section(london, "C7")).toContain("1 to 4 is worth 1, 2, 4 or 7 points");
  expect(section(london, "C7")).not.toMatch(/15|\b6\b/);
  for (const code of ["S4", "R6"]) {
    expect(section(anniversary, code)).toContain("leave the game");
    expect(section(anniversary, code)).not.toContain("under it too");
  }
  expect(section(anniversary, "S4")).not.toContain("under the ticket deck");
  expect(section(london, "R21")).not.toMatch(/\b(bus|locomotive)/i);
});

test("districts and attractions are told by name", () => {
  const { districts, cities } = (london as unknown as Edition).board;
  const nameOf = (id: string) => cities.find((city) => city.id === id)!.name;
  for (const { cities } of districts)
    expect(section(london, "P3")).toContain(cities.map(nameOf).join(", "));
  for (const { name, attraction } of (newYork as unknown as Edition).board.cities)
    if (attraction) expect(section(newYork, "P4")).toContain(name);
});

test("a ruling tells players what to do, and programs the rest", () => {
  for (const edition of editions) {
    expect(section(edition, "R1")).not.toMatch(/Exactly|\b1\./);
    expect(section(edition, "R2")).not.toMatch(/Exactly|≥/);
    expect(section(edition, "R24")).toContain("You are asked even if");
  }
});

test("ids become names, and notation in brackets is left out", () => {
  expect(section(usa, "P2")).toContain("Denver – Omaha (4), Kansas City – Omaha (1)");
  expect(section(usa, "P2")).toContain("gets 10 points. A path");
  expect(section(usa, "C2")).toContain("three purple cards and one locomotive, or two and two.");
  expect(section(usa, "S2")).toContain("the first player first");
});

test("an own board is told of all editions by their names", () => {
  expect(section(own, "T1")).toContain("London, New York: 2 are offered.");
});

test("definitions of references and examples in notation are no text", () => {
  const blocks = readMarkdown("See [R1].\n\n```\n0 draw deck\n```\n\nMore.\n[R1]: rulings.md#r1\n");
  expect(textOf(blocks)).toBe("See R1.\nMore.");
  expect(partsOf(blocks[0]!)[1]).toEqual({ kind: "reference", text: "R1" });
});
