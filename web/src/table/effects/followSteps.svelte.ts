/** Each step that is played: its cards fly, it sounds, and it is told. */
import { afterPaint } from "../../afterPaint.svelte";
import type { Step } from "../../protocol";
import { sound } from "../../sound";
import { announce, note } from "../../stores/notices.svelte";
import { t } from "../../texts/index.svelte";
import { lineText, logLines, type Line } from "../../texts/logLines";
import type { Reader } from "../../texts/names";
import { flyCards } from "../cards/flyingCards";
import type { Desk } from "../desk/desk.svelte";
import { sentences } from "./sentences";

/** Follow the steps of a table for as long as the component that asks lives. */
export function followSteps(desk: Desk): void {
  const { store } = desk;
  $effect(() =>
    store.onSteps((steps, first) => {
      // Cards are copied before the page shows what lies there now.
      flyCards(steps, store.seat);
      afterPaint(() => soundOf(steps));
      announceSteps(desk.reader, steps, first);
    }),
  );
}

function soundOf(steps: Step[]): void {
  const kinds = steps.flatMap((step) => step.events.map((event) => event.kind));
  if (kinds.includes("game_ended")) sound("end");
  else if (kinds.includes("paid")) sound("claim");
  else if (kinds.includes("offered")) sound("ticket");
  else if (kinds.includes("drew_blind") || kinds.includes("took_face_up")) sound("card");
}

function announceSteps(reader: Reader, steps: Step[], first: number): void {
  const lines = logLines(reader, steps, first);
  const surprises = new Set(steps.flatMap((step) => surprisesOf(reader, step)));
  const expected = lines.filter((line) => !surprises.has(line.text));
  if (expected.length) announce(sentences(...expected.map((line) => lineText(reader, line))));
  for (const text of surprises) note(text);
  noteLate(reader, lines);
}

/** What nobody did and everybody should see: the row was swept, or no second card is left. */
function surprisesOf(reader: Reader, step: Step): string[] {
  if (step.action === null) return [];
  const events = step.events.filter(
    ({ kind }) => kind.startsWith("swept") || kind === "draw_ended",
  );
  return logLines(reader, [{ ...step, events }]).map((line) => line.text);
}

/** My time ran out: what was played for me is shown, not only logged. */
function noteLate(reader: Reader, lines: Line[]): void {
  for (const { late, seat } of lines) {
    if (!late || seat !== reader.seat) continue;
    note(t("log.late.mine", { text: lineText(reader, { seat, text: late }) }), true);
  }
}
