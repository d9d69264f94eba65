/** Every no of the server has words in every language; the codes are read from its source. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import london from "../../fixtures/london.json";
import { getTable } from "../../src/api";
import type { Edition } from "../../src/board/edition";
import { refusals } from "../../src/events/refusals";
import { sentenceOf } from "../../src/stores/notices.svelte";
import { catalogue as de } from "../../src/texts/de";
import { en } from "../../src/texts/en";
import { catalogue as fr } from "../../src/texts/fr";
import { speak } from "../../src/texts/index.svelte";
import { reasonText } from "../../src/texts/names";
import { endText, goodbyeText, whyText } from "../../src/texts/why";

const ENGINE = ["reasons.py", "action.py"].map((name) => `../caboose/engine/${name}`);
const SERVER = readdirSync("../caboose/server", { encoding: "utf-8", recursive: true })
  .filter((name) => name.endsWith(".py"))
  .map((name) => `../caboose/server/${name}`);
const SAID = [
  /\bRefusal\(\s*\d+,\s*"(\w+)"/g,
  /\b(?:conflict|forbidden)\(\s*"(\w+)"/g,
  /\brefused\(\s*[\w.]+,\s*"(\w+)"/g,
  /\b_problem\([\w.]+,\s*"(\w+)"/g,
  /\b(?:Reason|_bad)\([^#]*?"(\w+)"\s*[,)]/g,
];

/** Said to programs alone: this page sends no tokens, and only actions that it was offered. */
const PROGRAMS = [
  ...[
    "bad_token",
    "no_metrics",
    "database_lost",
    "unknown_host",
    "bad_message",
    "unknown_bot",
    "not_an_action",
    "unknown_color",
    "bad_ban",
    "not_operator",
    "not_finished",
    "not_legal",
    "not_played",
    "not_your_duel",
    "own_duel",
  ],
  ...["double_route", "unknown_route", "bad_amount", "bad_places"],
];

const codes = new Set(["table_closed", "table_frozen", "unreachable", "compiling"]);
const ends = new Set<string>();
for (const file of [...SERVER, ...ENGINE]) {
  const text = readFileSync(file, "utf-8");
  for (const how of SAID) for (const [, code] of text.matchAll(how)) codes.add(code!);
  for (const [, code] of text.matchAll(/\bWhy\(\s*"(\w+)"/g)) ends.add(code!);
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await speak("en");
});

test("the codes of the server and the engine are found", () => {
  const some = ["stale", "invitation_used", "already_seated", "our_error", "twin_closed"];
  some.push("not_your_chair", "sent_away", "not_owner");
  for (const code of [...some, ...PROGRAMS]) expect(codes).toContain(code);
});

test.each(Object.entries({ en, de, fr }))("%s has words for every refusal", (_, texts) => {
  const wanted = [...codes].filter((code) => !PROGRAMS.includes(code));
  const ours = Object.keys(texts === en ? refusals.en : texts === de ? refusals.de : refusals.fr);
  const said = [...Object.keys(texts), ...ours.map((code) => `why.${code}`)];
  expect(wanted.filter((code) => !said.includes(`why.${code}`))).toEqual([]);
});

test("nothing is written for a refusal that nobody sends", () => {
  const ours = Object.keys(refusals.en).map((code) => `why.${code}`);
  const written = [...Object.keys(en).filter((key) => key.startsWith("why.")), ...ours];
  const known = [...codes, "not_enough_of_color"].map((code) => `why.${code}`);
  expect(written.filter((key) => !known.includes(key))).toEqual([]);
});

const answer = (status: number, body: unknown) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
const refusal = () =>
  getTable("x").then(
    () => "",
    (error: unknown) => sentenceOf(error),
  );

test("a refused request is told in the reader's language, by its code", async () => {
  await speak("de");
  answer(410, { code: "invitation_used", sentence: "This invitation was used.", values: {} });
  expect(await refusal()).toMatch(/^Diese Einladung wurde benutzt/);
  answer(403, { code: "not_your_chair", sentence: "This seat is not yours.", values: {} });
  expect(await refusal()).toBe("Dieser Platz gehört dir nicht.");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await refusal()).toMatch(/nicht zu erreichen; prüfe/);
  answer(502, null);
  expect(await refusal()).toContain("(502)");
});

test("a text whose values did not come gives way to the server's sentence", () => {
  const reader = { edition: london as unknown as Edition, names: ["Ann", "Bob"], seat: 0 };
  const reason = { code: "not_enough_cards", values: { need: 3, seat: 0 }, sentence: "you have 2" };
  expect(reasonText(reader, reason)).toBe("You have 2.");
  expect(whyText({ code: "stale", values: {}, sentence: "" })).toContain("take another look");
});

test("who may not come in, and who must go, read why in their language", async () => {
  const goodbye = (code: number, bye: string) => goodbyeText({ code, bye, sentence: "…" });
  await speak("fr");
  expect(goodbye(4403, "not_watched")).toMatch(/^Cette table n’admet pas de spectateurs/);
  expect(goodbye(4403, "not_your_chair")).toBe("Cette place n’est pas la vôtre.");
  expect(goodbye(4408, "sent_away")).toMatch(/^L’hôte vous a retiré/);
  expect(goodbye(4408, "too_many_connections")).toBe(fr["why.too_many_connections"]);
});

test.each(Object.entries({ en, de, fr }))(
  "%s says why a table ended, whatever it was",
  (_, texts) => {
    const said = Object.keys(texts).filter((key) => key.startsWith("ended."));
    expect(said.toSorted()).toEqual([...ends].map((code) => `ended.${code}`).toSorted());
    expect([...ends]).toContain("by_its_owner");
  },
);

test("a table that ended under an older version has its sentence alone", async () => {
  await speak("de");
  expect(endText({ why: "abandoned", sentence: "Nobody played." })).toMatch(/^Lange hat niemand/);
  expect(endText({ why: null, sentence: "nobody played." })).toBe("Nobody played.");
  expect(endText({ why: null, sentence: null })).toBe("");
});
