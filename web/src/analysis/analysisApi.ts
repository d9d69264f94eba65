/** The analysis of a game over HTTP: asked for, waited for, read, and moves tried again. */
import { call, readProblem, Refusal } from "../api";
import type {
  AnalysisAnswer,
  AnalysisProgress,
  DecisionGrade,
  PlayOn,
  SeatTaken,
} from "../protocol";

const at = (id: string) => `/api/tables/${encodeURIComponent(id)}/analysis`;

export const getAnalysis = (id: string) => call<AnalysisAnswer>("GET", at(id));
export const askForAnalysis = (id: string) => call<AnalysisProgress>("POST", at(id), {});
export const tryMove = (id: string, moment: number, action: string) =>
  call<DecisionGrade>("POST", `${at(id)}/try`, { at: moment, action });

/** Sit down at a private table that goes on from a position of the game. */
export const continueGame = (id: string, wanted: PlayOn) =>
  call<SeatTaken>("POST", `/api/tables/${encodeURIComponent(id)}/continue`, wanted);

/** Hear how far it is until it is done or nobody works on it; who stops listening waits no more. */
export async function followAnalysis(
  id: string,
  hear: (progress: AnalysisProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(`${at(id)}/stream`, { credentials: "same-origin", signal });
  if (!answer.ok || !answer.body) throw new Refusal(answer.status, await readProblem(answer));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) hear(JSON.parse(line) as AnalysisProgress);
  }
}
