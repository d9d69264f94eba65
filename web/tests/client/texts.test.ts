import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import anniversary from "../../fixtures/usa_anniversary.json";
import london from "../../fixtures/london.json";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import type { Step } from "../../src/protocol";
import { catalogue as de } from "../../src/texts/de";
import { en } from "../../src/texts/en";
import { catalogue as fr } from "../../src/texts/fr";
import { list, signed, speak, t, tOr, type Text } from "../../src/texts/index.svelte";
import { hintReasons, hintRoutes } from "../../src/texts/hints";
import { tell } from "../../src/texts/told";
import {
  actionText,
  chairName,
  effectText,
  playerNames,
  readPayment,
  reasonText,
  tableName,
  type Scene,
} from "../../src/texts/words";

const edition = london as unknown as Edition;
const scene: Scene = { edition, names: ["Ann", "Bob"], seat: 0 };
const languages = { de, fr };

afterEach(() => speak("en"));

const holes = (text: Text): string[] => {
  const all = typeof text === "string" ? text : text.one + text.other;
  return [...new Set(all.match(/\{\w+\}/g) ?? [])].sort();
};

test.each(Object.entries(languages))("%s has every text, with the same values", (_, texts) => {
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(en)) {
    expect([key, holes(texts[key as keyof typeof en])]).toEqual([key, holes(text)]);
  }
});

test("a number decides between two forms", async () => {
  expect(t("players.cards", { n: 1 })).toBe("1 card");
  expect(t("players.cards", { n: 0 })).toBe("0 cards");
  await speak("fr");
  expect(t("players.cards", { n: 0 })).toBe("0 carte");
});

test("all that can decide between equal points has words", () => {
  const rules = [usa, anniversary, london].flatMap(({ tie_break }) => tie_break);
  expect(new Set(rules).size).toBe(3);
  for (const rule of rules) expect(tOr(`tie.${rule}`, rule)).not.toBe(rule);
});

test("words from the server that we do not know stand for themselves", () => {
  expect(tOr("color.turquoise", "turquoise")).toBe("turquoise");
});

test("a table without a name is called after a person, in the reader's language", async () => {
  const table = { name: "", whose: "Ann", edition_name: "London" };
  expect(tableName({ ...table, name: "Friday" })).toBe("Friday");
  expect(tableName(table)).toBe("Ann’s table");
  expect(tableName({ ...table, whose: null })).toBe("London");
  await speak("de");
  expect(tableName(table)).toBe("Tisch von Ann");
  await speak("fr");
  expect(tableName(table)).toBe("Chez Ann");
});

test("a bot is called by its level, in the reader's language, unless it was given a name", async () => {
  const driver = { name: "Driver", bot: "driver", kind: "bot", guest: null } as const;
  await speak("de");
  expect(chairName(driver)).toBe("Lokführer");
  expect(chairName({ ...driver, bot: null, kind: "person", guest: "g" })).toBe("Driver");
  expect(chairName({ ...driver, name: "Deep Red" })).toBe("Deep Red");
  expect(playerNames(["Driver", "", "Ann", ""])).toEqual(["Lokführer", "Ann"]);
});

test("who was forgotten is somebody, in the reader's language", async () => {
  const written = readFileSync("../caboose/server/forgetting.py", "utf-8");
  const [, name] = /^NOBODY = "(.+)"/m.exec(written)!;
  await speak("fr");
  expect(playerNames(["Ann", name!])).toEqual(["Ann", "Quelqu’un"]);
  expect(chairName({ name: name!, bot: null, kind: "person", guest: null })).toBe("Quelqu’un");
});

test("lists and signs are written as people write them", () => {
  expect(list(["red", "blue", "green"])).toBe("red, blue, and green");
  expect([signed(4), signed(-4), signed(0)]).toEqual(["+4", "−4", "0"]);
});

const step = (seat: number | null, action: string | null, ...events: object[]): Step =>
  ({ seat, action, events }) as unknown as Step;

test("two cards of one turn share a line, and a hidden one stays hidden", () => {
  const lines = tell(scene, [
    step(null, null),
    step(1, "draw red", { kind: "took_face_up", seat: 1, color: "red", slot: 0 }),
    step(1, "draw deck", { kind: "drew_blind", seat: 1 }),
    step(0, "draw deck", { kind: "drew_blind", seat: 0, color: "pink" }),
  ]);
  expect(lines.map((line) => line.text)).toEqual([
    "The game begins",
    "took red and a card from the deck",
    "took pink from the deck",
  ]);
  expect(lines.map((line) => line.at)).toEqual([0, 2, 3]);
});

test("what the clock played is marked once in the line of its seat", () => {
  const drawn = step(1, "draw deck", { kind: "drew_blind", seat: 1 });
  const late = { ...drawn, timed_out: true };
  const told = (...steps: Step[]) => tell(scene, steps).map(({ text }) => text);
  expect(told(late, late)).toEqual(["took two cards from the deck (time ran out)"]);
  expect(told(drawn, late)).toEqual(["took two cards from the deck (time ran out)"]);
  expect(told(drawn, drawn)).toEqual(["took two cards from the deck"]);
});

test("a claim is told once, when it is paid, with its route", () => {
  const route = "regents_park-baker_street";
  const [line] = tell(scene, [
    step(0, `claim ${route}`, { kind: "claimed", seat: 0, route }),
    step(0, "pay blue 2", { kind: "paid", seat: 0, route, points: 2 }),
  ]);
  expect(line).toMatchObject({
    text: "claimed Regent's Park – Baker Street (+2)",
    routes: [route],
  });
});

test("what a claim does for a ticket is said in the words of the edition", async () => {
  const effect = { ticket: 0, done: false, before: 3, trains: 1 };
  expect(effectText(edition, effect)).toMatch(/.+ – .+: needs 1 bus instead of 3$/);
  const usual = usa as unknown as Edition;
  expect(effectText(usual, effect)).toMatch(/: needs 1 train instead of 3$/);
  await speak("de");
  expect(effectText(usual, effect)).toMatch(/: braucht noch 1 Waggon statt 3$/);
});

test("reasons are said in the words of the edition", () => {
  const values = {
    route: "regents_park-baker_street",
    need: 2,
    color: "blue",
    cards: 1,
    locomotives: 0,
  };
  const reason = { code: "not_enough_cards", values, sentence: "" };
  expect(reasonText(scene, reason)).toBe("It needs 2 blue or buses; you have 1 blue and 0 buses.");
  const unknown = { code: "something_new", values: {}, sentence: "you may not" };
  expect(reasonText(scene, unknown)).toBe("You may not.");
});

test("payments are read from their notation", () => {
  expect(readPayment("pay orange 3+1")).toEqual({ color: "orange", cards: 3, locomotives: 1 });
  expect(readPayment("pay locomotive 4")).toEqual({
    color: "locomotive",
    cards: 0,
    locomotives: 4,
  });
});

test("actions are said in words", () => {
  expect(actionText(scene, "draw deck")).toBe("Draw from the deck");
  expect(actionText(scene, "draw locomotive")).toBe("Take bus from the row");
  expect(actionText(scene, "keep 2", [0, 1])).toBe("Keep Hyde Park – Covent Garden");
});

test("a hint's reasons are told in every language, with names for ids", async () => {
  const hint = {
    t: "hint" as const,
    id: "h",
    at: 3,
    action: "draw deck",
    plan: { routes: ["big_ben-waterloo", "trafalgar_square-big_ben"], trains: 3, points: 5 },
    goal: "trafalgar_square-big_ben",
    why: "",
  };
  const [plan, goal] = hintReasons(scene, hint);
  expect(plan).toContain("Big Ben – Waterloo");
  expect(plan).toContain("3 buses");
  expect(goal).toContain("any one color");
  expect(hintRoutes(hint)).toEqual(["big_ben-waterloo", "trafalgar_square-big_ben"]);
  const claim = { ...hint, action: "claim trafalgar_square-big_ben", goal: null };
  expect(hintReasons(scene, claim)).toEqual([plan]);
  expect(hintRoutes(claim)).toEqual(["trafalgar_square-big_ben", "big_ben-waterloo"]);
  expect(hintReasons(scene, { ...hint, action: "keep 1", plan: null, goal: null })).toHaveLength(1);
  await speak("de");
  expect(hintReasons(scene, hint)[0]).toMatch(/^Der Plan.*für Aufträge, die 5 Punkte zählen\.$/);
  await speak("fr");
  expect(hintReasons(scene, hint)[0]).toMatch(/^Le plan/);
});

test("two cards from the deck are told as two", () => {
  const lines = tell(scene, [
    step(1, "draw deck", { kind: "drew_blind", seat: 1 }),
    step(1, "draw deck", { kind: "drew_blind", seat: 1 }),
  ]);
  expect(lines.map((line) => line.text)).toEqual(["took two cards from the deck"]);
  const mine = (...colors: string[]) =>
    tell(
      scene,
      colors.map((color) => step(0, "draw deck", { kind: "drew_blind", seat: 0, color })),
    ).map((line) => line.text);
  expect(mine("pink", "pink")).toEqual(["took 2 pink from the deck"]);
  expect(mine("pink", "blue")).toEqual(["took pink and blue from the deck"]);
});
