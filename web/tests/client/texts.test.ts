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
import { lineText, tell } from "../../src/texts/told";
import {
  actionText,
  chairName,
  claimedBy,
  effectText,
  levelBeside,
  ownedBy,
  playerNames,
  readPayment,
  reasonText,
  tableName,
  type Scene,
} from "../../src/texts/words";

const edition = london as unknown as Edition;
const scene: Scene = { edition, names: ["Ann", "Bob"], seat: 0 };
const languages = { de, fr };
const spoken = ["en", "de", "fr"] as const;

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
  expect(levelBeside(driver)).toBe("");
  expect(levelBeside({ ...driver, name: "Deep Red" })).toBe("Lokführer");
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

test("two equal cards are told as two, in every language", async () => {
  const two = (seat: number, ...colors: string[]) =>
    tell(
      scene,
      colors.map((color) => step(seat, `draw ${color}`, { kind: "took_face_up", seat, color })),
    ).map((line) => lineText(scene, line));
  const pairs: string[][] = [];
  for (const language of spoken) {
    await speak(language);
    pairs.push([...two(1, "red", "red"), ...two(0, "pink", "pink"), ...two(1, "red", "blue")]);
  }
  expect(pairs).toEqual([
    ["Bob took 2 red", "you took 2 pink", "Bob took red and blue"],
    ["Bob nahm 2 Rot", "du nahmst 2 Rosa", "Bob nahm Rot und Blau"],
    ["Bob a pris 2 rouges", "vous avez pris 2 roses", "Bob a pris rouge et bleu"],
  ]);
});

const route = "regents_park-baker_street";
const park = "Regent's Park – Baker Street";

/** Everything a seat can do that the log tells. */
const deeds: [object, ...string[]][] = [
  [
    { kind: "took_face_up", color: "locomotive" },
    "Bob took bus / you took bus",
    "Bob nahm Bus / du nahmst Bus",
    "Bob a pris bus / vous avez pris bus",
  ],
  [
    { kind: "drew_blind" },
    "Bob took a card from the deck / you took a card from the deck",
    "Bob nahm eine Karte vom Stapel / du nahmst eine Karte vom Stapel",
    "Bob a pris une carte de la pioche / vous avez pris une carte de la pioche",
  ],
  [
    { kind: "paid", route, points: 2 },
    `Bob claimed ${park} (+2) / you claimed ${park} (+2)`,
    `Bob baute ${park} (+2) / du bautest ${park} (+2)`,
    `Bob a pris ${park} (+2) / vous avez pris ${park} (+2)`,
  ],
  [
    { kind: "offered", count: 2 },
    "Bob drew 2 tickets / you drew 2 tickets",
    "Bob zog 2 Aufträge / du zogst 2 Aufträge",
    "Bob a tiré 2 billets / vous avez tiré 2 billets",
  ],
  [
    { kind: "kept", count: 1 },
    "Bob kept 1 ticket / you kept 1 ticket",
    "Bob behielt 1 Auftrag / du behieltest 1 Auftrag",
    "Bob a gardé 1 billet / vous avez gardé 1 billet",
  ],
  [
    { kind: "kept", tickets: [1] },
    "Bob kept Hyde Park – Covent Garden / you kept Hyde Park – Covent Garden",
    "Bob behielt Hyde Park – Covent Garden / du behieltest Hyde Park – Covent Garden",
    "Bob a gardé Hyde Park – Covent Garden / vous avez gardé Hyde Park – Covent Garden",
  ],
  [
    { kind: "chose_first_tickets" },
    "Bob chose first tickets / you chose first tickets",
    "Bob wählte die ersten Aufträge / du wähltest die ersten Aufträge",
    "Bob a choisi ses premiers billets / vous avez choisi vos premiers billets",
  ],
  [
    { kind: "passed" },
    "Bob passed / you passed",
    "Bob passte / du passtest",
    "Bob a passé son tour / vous avez passé votre tour",
  ],
];

test.each(deeds)("%o is told of others and of the reader", async (event, ...texts) => {
  for (const [n, language] of spoken.entries()) {
    await speak(language);
    const [his, mine] = [1, 0].map((seat) => {
      const lines = tell(scene, [step(seat, "something", { ...event, seat })]);
      return lines.map((line) => lineText(scene, line)).join();
    });
    expect(`${his} / ${mine}`).toBe(texts[n]);
  }
});

test("who only looks on is told of every seat by its name", async () => {
  const onlooker = { ...scene, seat: null };
  await speak("de");
  const lines = tell(onlooker, [step(0, "pass", { kind: "passed", seat: 0 })]);
  expect(lines.map((line) => lineText(onlooker, line))).toEqual(["Ann passte"]);
});

test("what concerns no seat is told without a name", () => {
  const [line] = tell(scene, [step(1, "pass", { kind: "final_round_began", seat: 1 })]);
  expect(lineText(scene, line!)).toBe("The last round begins");
});

test("whose a route is has another word for the reader", async () => {
  await speak("de");
  expect([ownedBy(scene, 0), ownedBy(scene, 1)]).toEqual(["gehört dir", "gehört Bob"]);
  expect([claimedBy(scene, 0), claimedBy(scene, 1)]).toEqual(["gebaut von dir", "gebaut von Bob"]);
});

test("French is set as French is: no line begins with a mark, and apostrophes are curved", () => {
  const texts = Object.values(fr).map((text: Text) =>
    typeof text === "string" ? text : `${text.one}|${text.other}`,
  );
  expect(texts.filter((text) => /[^\u202f][:;!?»]|«[^\u202f]|'|\S …/.test(text))).toEqual([]);
});
