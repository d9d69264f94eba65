import { expect, test } from "vitest";
import usa from "../../fixtures/usa.json";
import { apart, shareLines } from "../../src/analysis/curves";
import { costliest, decisionAt, filtered, marked, nextFrom } from "../../src/analysis/moments";
import { hintTexts, whyTexts } from "../../src/analysis/sentences";
import { tipLabel, tipsOf } from "../../src/analysis/tips";
import { verdictText } from "../../src/analysis/verdict";
import { stepsOf } from "../../src/analysis/waterfall";
import { loadWords, say } from "../../src/analysis/words.svelte";
import { words as de } from "../../src/analysis/words/de";
import { words as en } from "../../src/analysis/words/en";
import { words as fr } from "../../src/analysis/words/fr";
import type { Edition } from "../../src/board/edition";
import type { AnalysisPiece, DecisionGrade, GameAnalysis } from "../../src/protocol";
import { speak, type Text } from "../../src/texts/index.svelte";

const forms = (text: Text) => (typeof text === "string" ? [text] : [text.one, text.other]);
const holes = (text: Text) => forms(text).map((form) => (form.match(/\{\w+\}/g) ?? []).sort());

const grade = (error: number, more: Partial<DecisionGrade> = {}): DecisionGrade => ({
  ...{ phase: "turn", played: "draw deck", best: "tickets", reference: "draw deck" },
  ...{ error, error_error: 1, points: 3, points_error: 1, kind: "draw", is_counted: true },
  mark: error >= 15 ? "blunder" : error >= 10 ? "mistake" : error >= 5 ? "inaccuracy" : null,
  ...{ offer: [], candidates: [], sentences: [], turns_missed: 0, same_as: null },
  ...more,
});

const piece = (at: number, seat: number | null, one: DecisionGrade | null): AnalysisPiece => ({
  ...{ at, seat, action: seat === null ? null : "draw deck", grade: one },
  ...{ luck: [0.1, -0.1], unknown: [0, 0], play: [-0.05, 0.05], shares: [0.5, 0.5] },
});

const game = {
  start: [0.5, 0.5],
  sums: [{}, {}],
  pieces: [
    piece(0, null, null),
    piece(0, 0, grade(6)),
    piece(1, 1, grade(20, { kind: "tempo" })),
    piece(2, 0, grade(0)),
    piece(3, 0, grade(12)),
  ],
} as unknown as GameAnalysis;

test.each(Object.entries({ de, fr }))("%s says all that an analysis says", (_, texts) => {
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  for (const [word, text] of Object.entries(en)) {
    expect([word, holes(texts[word as keyof typeof en])]).toEqual([word, holes(text)]);
  }
});

test("French is set as French is, here too", () => {
  const texts = Object.values(fr).flatMap(forms);
  expect(texts.filter((text) => /[^\u202f][:;!?»]|«[^\u202f]|'|\S …/.test(text))).toEqual([]);
});

test("words come in the reader's language alone", async () => {
  await speak("de");
  await loadWords();
  expect(say("curve")).toBe(de.curve);
  await speak("en");
  await loadWords();
  expect(say("waiting", { n: 3 })).toBe("Waiting; games ahead of this one: 3");
});

test("key moments are filtered, and the next one is found around the ends", () => {
  const all = marked(game);
  expect(all.map(({ at }) => at)).toEqual([0, 1, 3]);
  expect(filtered(all, { seat: 0, kind: null, from: "key" }).map(({ at }) => at)).toEqual([0, 3]);
  expect(filtered(all, { seat: null, kind: null, from: "blunder" })).toHaveLength(1);
  expect(filtered(all, { seat: null, kind: "tempo", from: "inaccuracy" })).toHaveLength(1);
  expect(nextFrom(all, 0, true)?.at).toBe(1);
  expect(nextFrom(all, 3, true)?.at).toBe(0);
  expect(nextFrom(all, 0, false)?.at).toBe(3);
  expect(costliest(all, 2).map(({ grade }) => grade.error)).toEqual([20, 12]);
});

test("the decision of a moment is the next one that was made", () => {
  expect(decisionAt(game, 0)?.seat).toBe(0);
  expect(decisionAt(game, 4)).toBeUndefined();
});

test("luck and play add up to the curve", () => {
  const { luck, play, begin } = apart(game, 0);
  expect(shareLines(game)).toHaveLength(2);
  expect(luck.at(-1)).toBeCloseTo(1);
  expect(play.at(-1)).toBeCloseTo(0.25);
  expect(begin).toBe(0.5);
});

test("each bar of a waterfall begins where the one before it ended", () => {
  const sum = { start: 0.5, luck: 0.3, unknown: -0.1, own_errors: 0.4, others_errors: 0.7 };
  const steps = stepsOf({ ...sum, result: 1, luck_adjusted: 0.8 });
  expect(steps.map(({ left, width }) => [left, width].map(Math.round))).toEqual([
    [0, 50], [50, 30], [70, 10], [30, 40], [30, 70], [0, 100],
  ]); // prettier-ignore
});

test("codes with values become sentences about this board", async () => {
  await speak("en");
  await loadWords();
  const reader = { edition: usa as unknown as Edition, names: ["Ann", "Bo"], seat: null };
  const told = grade(12, {
    sentences: [
      { code: "error", values: { mark: "mistake", error: 12, points: 3 } },
      { code: "kind_claim_too_late", values: {} },
      { code: "as_good", values: { moves: ["draw deck", "claim denver-omaha"], offer: [] } },
      { code: "stayed_open", values: { turns: 3 } },
      { code: "begins_last_round", values: { route: "denver-omaha" } },
      { code: "route_taken", values: { route: "denver-omaha", share: 0.43 } },
      { code: "points", values: { own: 6.2, others: -0.3 } },
    ],
  });
  expect(whyTexts(reader, told)).toEqual([
    "A route could not wait any longer.",
    "About as good: Draw from the deck, Claim Denver – Omaha.",
    "The opportunity was missed on 3 turns; it cost most here, and counts once.",
    "Claiming Denver – Omaha begins the last round.",
    "In 43% of such games someone else takes Denver – Omaha.",
    "The best move brings 6 points more on average.",
  ]);
  expect(hintTexts(reader, told)).toEqual([
    "The opportunity was missed on 3 turns; it cost most here, and counts once.",
    "The best move brings 6 points more on average.",
  ]);
});

test("one of a kind is told as one", async () => {
  await speak("fr");
  await loadWords();
  const told = [0, 1, 2].map((n) => say("marks.blunder", { n }));
  expect(told).toEqual(["0 gaffe", "1 gaffe", "2 gaffes"]);
  await speak("en");
  await loadWords();
  expect(say("marks.mistake", { n: 1 })).toBe("1 mistake");
});

test("an opportunity that was missed again is marked once and told as the same", () => {
  const again = grade(12, { mark: null, is_counted: false, same_as: 3 });
  const pieces = [piece(0, 0, grade(20)), piece(2, 0, again)];
  expect(marked({ ...game, pieces }).map(({ at }) => at)).toEqual([0]);
  expect(verdictText(again)).toContain("it counts at action 4");
  expect(verdictText(grade(12))).toContain("12%");
});

test("what is not surely worse is neither told as equal nor crossed out", () => {
  const shares = { tickets: 0.7, "claim a-b": 0.65, "claim c-d": 0.6, "draw deck": 0.55 };
  const candidates = Object.entries(shares).map(([action, share]) => ({ action, share }));
  const told = grade(0, { candidates: candidates as DecisionGrade["candidates"] });
  expect(verdictText(told)).toBe(say("decision.unsure"));
  expect(verdictText({ ...told, is_counted: false })).toBe(say("decision.unsure"));
  expect(tipLabel(told, "draw deck")).toBe("4");
  expect(verdictText({ ...told, played: "claim a-b" })).toBe(say("decision.unsure"));
  const close = { ...told, candidates: told.candidates.toSpliced(0, 1), best: "claim a-b" };
  expect(verdictText({ ...close, played: "claim a-b" })).toBe(say("decision.best"));
  expect(verdictText({ ...told, played: "tickets", is_counted: false })).toBe(
    say("decision.equal"),
  );
});

test("the map points at the best three moves and at the one that was played", () => {
  const actions = ["claim a-b", "draw deck", "claim c-d", "claim e-f", "claim g-h"];
  const candidates = actions.map((action) => ({ action })) as DecisionGrade["candidates"];
  const told = grade(9, { candidates, best: "claim a-b", played: "claim g-h" });
  expect(tipsOf(told)).toEqual([
    { route: "a-b", label: "1", tone: "best" },
    { route: "c-d", label: "3", tone: "good" },
    { route: "g-h", label: "✗", tone: "played" },
  ]);
  expect(tipLabel(told, "draw deck")).toBe("2");
});
