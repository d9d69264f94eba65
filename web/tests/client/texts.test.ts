import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import london from "../../fixtures/london.json";
import usa from "../../fixtures/usa.json";
import anniversary from "../../fixtures/usa_anniversary.json";
import type { Edition } from "../../src/board/edition";
import type { HintAnswer, Step } from "../../src/protocol";
import { catalogue as de } from "../../src/texts/de";
import { en } from "../../src/texts/en";
import { catalogue as fr } from "../../src/texts/fr";
import { costText, hintPlan, hintReason, hintRoutes, suspicionTexts } from "../../src/texts/hints";
import { list, signed, speak, t, tOr, type Text } from "../../src/texts/index.svelte";
import { lineText, logLines } from "../../src/texts/logLines";
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
  type Reader,
} from "../../src/texts/names";

const edition = london as unknown as Edition;
const reader: Reader = { edition, names: ["Ann", "Bob"], seat: 0 };
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
  const written = readFileSync("../caboose/server/people/forgetting.py", "utf-8");
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
  const lines = logLines(reader, [
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

test("a line says of both cards where they came from", () => {
  const red = step(0, "draw red", { kind: "took_face_up", seat: 0, color: "red", slot: 0 });
  const blind = (color: string) => step(0, "draw deck", { kind: "drew_blind", seat: 0, color });
  const told = (...steps: Step[]) => logLines(reader, steps).map(({ text }) => text);
  expect(told(red, blind("blue"))).toEqual(["took red and blue from the deck"]);
  expect(told(blind("red"), blind("blue"))).toEqual(["took red and blue, both from the deck"]);
  expect(told(blind("red"), blind("red"))).toEqual(["took 2 red from the deck"]);
});

test("a run of sweeps is one line with its number, and the last new deck", () => {
  const swept = { kind: "swept" };
  const run = [swept, { kind: "laid", color: "red", slot: 0 }, { kind: "reshuffled", cards: 9 }];
  const often = { kind: "swept_often", times: 640 };
  const told = (...events: object[]) =>
    logLines(reader, [step(0, "draw deck", ...events)]).map(({ text }) => text);
  expect(told(swept)).toEqual(["Three bus cards: the face-up cards were replaced"]);
  expect(told(...run, often, swept, { kind: "reshuffled", cards: 12 }, swept)).toEqual([
    "Three bus cards: the face-up cards were replaced 643 times",
    "The discards were shuffled into a new deck (12 cards)",
  ]);
});

test("what the clock played is marked once in the line of its seat", () => {
  const drawn = step(1, "draw deck", { kind: "drew_blind", seat: 1 });
  const late = { ...drawn, timed_out: true };
  const told = (...steps: Step[]) => logLines(reader, steps).map(({ text }) => text);
  expect(told(late, late)).toEqual(["took two cards from the deck (time ran out)"]);
  expect(told(drawn, late)).toEqual(["took two cards from the deck (time ran out)"]);
  expect(told(drawn, drawn)).toEqual(["took two cards from the deck"]);
});

test("a claim is told once, when it is paid, with its route", () => {
  const route = "regents_park-baker_street";
  const [line] = logLines(reader, [
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
  expect(reasonText(reader, reason)).toBe(
    "You need 2 blue cards (bus cards count as any color); you have 1 blue and 0 bus cards.",
  );
  const unknown = { code: "something_new", values: {}, sentence: "you may not" };
  expect(reasonText(reader, unknown)).toBe("You may not.");
});

test("what is needed once is said of one", async () => {
  const said = (code: string, values: Record<string, string | number>) =>
    reasonText(reader, { code, values: { need: 1, ...values }, sentence: "" });
  const held = { cards: 0, locomotives: 1 };
  const one = edition.board.routes.find(({ color, length }) => color !== "gray" && length > 0)!;
  const of = { ...held, route: one.id, color: one.color };
  expect(said("not_enough_trains", { have: 0 })).toBe("You need 1 bus; you have 0.");
  expect(said("not_enough_of_color", of)).toMatch(/^You need 1 \w+ card \(.*and 1 bus card\.$/);
  expect(said("wrong_amount", { paid: 2 })).toBe("This takes exactly 1 card, not 2.");
  expect(said("keep_too_few", {})).toBe("You must keep at least 1 of these tickets.");
  await speak("de");
  expect(said("not_enough_trains", { have: 0 })).toBe("Dafür brauchst du 1 Bus; du hast 0.");
  expect(said("wrong_amount", { paid: 2 })).toMatch(/genau 1 Karte, nicht 2\.$/);
  await speak("fr");
  expect(said("wrong_amount", { paid: 2 })).toBe("Il faut exactement 1 carte, pas 2.");
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
  expect(actionText(reader, "draw deck")).toBe("Draw from the deck");
  expect(actionText(reader, "draw locomotive")).toBe("Take a face-up bus card");
  expect(actionText(reader, "keep 2", [0, 1])).toBe("Keep Hyde Park – Covent Garden");
});

const REASON = {
  ticket: null,
  route: null,
  points: null,
  trains: null,
  turns: null,
  cards: null,
  color: null,
};
const HINT: HintAnswer = {
  t: "hint",
  id: "h",
  at: 3,
  action: "draw deck",
  reason: { ...REASON, code: "collects", route: "trafalgar_square-big_ben", cards: 2 },
  others: [],
  plan: { routes: ["big_ben-waterloo", "trafalgar_square-big_ben"], trains: 3, points: 5 },
  goal: "trafalgar_square-big_ben",
  suspicions: [],
  why: "",
};
const REASONS: Partial<HintAnswer["reason"]>[] = [
  { code: "completes", ticket: 1 },
  { code: "nearer", ticket: 1, trains: 2 },
  { code: "points", points: 4 },
  { code: "collects", route: "big_ben-waterloo", cards: 1 },
  { code: "more_cards" },
  { code: "later" },
  { code: "keeps", trains: 9, turns: 4 },
  { code: "tickets" },
  { code: "spares_color", route: "big_ben-waterloo", color: "yellow" },
  { code: "spares_locomotives" },
  { code: "spares" },
  { code: "only" },
];

test.each(["en", "de", "fr"] as const)(
  "a hint has one whole sentence of reason: %s",
  async (language) => {
    await speak(language);
    for (const reason of REASONS) {
      const said = hintReason(reader, { reason: { ...REASON, ...reason } as HintAnswer["reason"] });
      expect(said).toMatch(/^[A-ZÀ-Ý][^{}]*\.$/);
    }
  },
);

test("a hint says what is collected for, and what other moves cost", () => {
  expect(hintReason(reader, HINT)).toBe(
    "You need 2 more cards (any one color) for Trafalgar Square – Big Ben.",
  );
  expect([0.4, 1.2, 2.6].map(costText)).toEqual([
    "about as good",
    "about 1 point less",
    "about 3 points less",
  ]);
});

test("a hint's plan is on the map, and only what it is about now is lit", () => {
  expect(hintPlan(reader, HINT)).toBe("The plan on the map: 3 buses, for tickets worth 5 points.");
  expect(hintPlan(reader, { plan: null })).toBe("");
  expect(hintRoutes(HINT)).toEqual(["trafalgar_square-big_ben"]);
  const claim = { ...HINT, action: "claim big_ben-waterloo", goal: null };
  expect(hintRoutes(claim)).toEqual(["big_ben-waterloo"]);
});

test("a hint tells what another seat probably holds", async () => {
  const hint = { suspicions: [{ seat: 1, ticket: 1, chance: 0.704 }] };
  const said = () => suspicionTexts(reader, hint)[0];
  expect(said()).toMatch(/ probably holds Hyde Park – Covent Garden \(70%\)\.$/);
  await speak("de");
  expect(said()).toMatch(/ hat wahrscheinlich .* \(70\u00a0%\)\.$/);
  await speak("fr");
  expect(said()).toMatch(/ a sans doute .* \(70\u00a0%\)\.$/);
});

test("two cards from the deck are told as two", () => {
  const lines = logLines(reader, [
    step(1, "draw deck", { kind: "drew_blind", seat: 1 }),
    step(1, "draw deck", { kind: "drew_blind", seat: 1 }),
  ]);
  expect(lines.map((line) => line.text)).toEqual(["took two cards from the deck"]);
  const mine = (...colors: string[]) =>
    logLines(
      reader,
      colors.map((color) => step(0, "draw deck", { kind: "drew_blind", seat: 0, color })),
    ).map((line) => line.text);
  expect(mine("pink", "pink")).toEqual(["took 2 pink from the deck"]);
  expect(mine("pink", "blue")).toEqual(["took pink and blue, both from the deck"]);
});

test("two equal cards are told as two, in every language", async () => {
  const two = (seat: number, ...colors: string[]) =>
    logLines(
      reader,
      colors.map((color) => step(seat, `draw ${color}`, { kind: "took_face_up", seat, color })),
    ).map((line) => lineText(reader, line));
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
    "Bob took a bus card / you took a bus card",
    "Bob nahm eine Buskarte / du nahmst eine Buskarte",
    "Bob a pris une carte bus / vous avez pris une carte bus",
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
    "Bob chose their first tickets / you chose your first tickets",
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
      const lines = logLines(reader, [step(seat, "something", { ...event, seat })]);
      return lines.map((line) => lineText(reader, line)).join();
    });
    expect(`${his} / ${mine}`).toBe(texts[n]);
  }
});

test("who only looks on is told of every seat by its name", async () => {
  const spectator = { ...reader, seat: null };
  await speak("de");
  const lines = logLines(spectator, [step(0, "pass", { kind: "passed", seat: 0 })]);
  expect(lines.map((line) => lineText(spectator, line))).toEqual(["Ann passte"]);
});

test("what concerns no seat is told without a name", () => {
  const [line] = logLines(reader, [step(1, "pass", { kind: "final_round_began", seat: 1 })]);
  expect(lineText(reader, line!)).toBe("The last round begins");
});

test("whose a route is has another word for the reader", async () => {
  await speak("de");
  expect([ownedBy(reader, 0), ownedBy(reader, 1)]).toEqual(["gehört dir", "gehört Bob"]);
  expect([claimedBy(reader, 0), claimedBy(reader, 1)]).toEqual([
    "gebaut von dir",
    "gebaut von Bob",
  ]);
});

test("French is set as French is: no line begins with a mark, and apostrophes are curved", () => {
  const texts = Object.values(fr).map((text: Text) =>
    typeof text === "string" ? text : `${text.one}|${text.other}`,
  );
  expect(texts.filter((text) => /[^\u202f][:;!?»]|«[^\u202f]|'|\S …/.test(text))).toEqual([]);
});
