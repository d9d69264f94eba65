/** What an analysis says of a decision, in the reader's language: codes with values become words. */
import type { AnalysisSentence, DecisionGrade } from "../protocol";
import { negative, signed, t } from "../texts/index.svelte";
import { actionText, routeName, ticketName, type Reader } from "../texts/names";
import { say, sayIf } from "./words.svelte";

export const pointsOf = (points: number): string => t("points", { n: Math.round(points) });

export const percent = (share: number): number => Math.round(100 * share);

/** A share of the win as the reader writes it: "54%", or with its sign. */
export const percentText = (share: number): string =>
  say("percent", { n: negative(percent(share)) });
export const changeText = (share: number): string => say("percent", { n: signed(percent(share)) });
/** What an error of so many points of win share is shown as. */
export const errorText = (error: number): string => changeText(-error / 100);

/** Why it did: one sentence for each reason. What was lost stands elsewhere. */
export function whyTexts(reader: Reader, grade: DecisionGrade): string[] {
  const { edition } = reader;
  return grade.sentences.flatMap((sentence) => {
    const text = sentenceText(sentence);
    return text ? [text] : [];
  });

  function movesText(moves: string[]): string {
    return moves.map((move) => actionText(reader, move, grade.offer)).join(", ");
  }

  function sentenceText({ code, values }: AnalysisSentence): string {
    if (code === "points") return pointsText(Number(values.own), -Number(values.others));
    return sayIf(`say.${code.replace("kind_", "")}`, {
      route: routeName(edition, String(values.route)),
      ticket: ticketName(edition, Number(values.ticket)),
      points: Number(values.points),
      n: percent(Number(values.share ?? values.odds)),
      worth: signed(Math.round(Number(values.worth))),
      played: percent(Number(values.played)),
      best: percent(Number(values.best)),
      turns: Number(values.turns),
      moves: movesText((values.moves ?? []) as string[]),
    });
  }
}

const GIVES_AWAY = /^(kind_|as_good|begins_last_round|route_taken)/;

/** Why, for whoever tries again: nothing that names the better move. */
export function hintTexts(reader: Reader, grade: DecisionGrade): string[] {
  const sentences = grade.sentences.filter(({ code }) => !GIVES_AWAY.test(code));
  return whyTexts(reader, { ...grade, sentences });
}

/** What the best move brings, and what it costs another; less than a point is not worth a word. */
function pointsText(own: number, others: number): string {
  const values = { own: pointsOf(own), others: pointsOf(others) };
  if (own >= 1 && others >= 1) return say("say.points.both", values);
  return own >= 1 ? say("say.points.own", values) : say("say.points.others", values);
}
