/** The analysis of a game over HTTP: asked for, waited for, read, and moves tried again. */
import { call } from "../api";
import { followLines } from "../jsonLines";
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

/** Hear how far it is until it is done or nobody works on it; a reader who stops listening waits no more. */
export const followAnalysis = (
  id: string,
  hear: (progress: AnalysisProgress) => void,
  signal: AbortSignal,
) => followLines(`${at(id)}/stream`, hear, signal);
