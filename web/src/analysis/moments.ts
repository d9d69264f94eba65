/** The decisions of a game that lost something, and how a reader goes from one to the next. */
import type { AnalysisPiece, DecisionGrade, GameAnalysis } from "../protocol";

export type Mark = NonNullable<DecisionGrade["mark"]>;
export const MARKS: readonly Mark[] = ["blunder", "mistake", "inaccuracy"];

/** A decision with a grade. */
export interface Graded {
  at: number;
  seat: number;
  action: string;
  grade: DecisionGrade;
}

/** How many decisions are key moments. */
const KEY = 8;

export interface Filters {
  seat: number | null;
  kind: string | null;
  /** The least severe mark that is shown; or the costliest of all, whatever their mark. */
  from: Mark | "key";
}

export function graded(piece: AnalysisPiece | undefined): Graded | null {
  if (!piece?.grade || piece.seat === null || piece.action === null) return null;
  return { at: piece.at, seat: piece.seat, action: piece.action, grade: piece.grade };
}

export function marked({ pieces }: GameAnalysis): Graded[] {
  return pieces.flatMap((piece) => {
    const one = graded(piece);
    return one?.grade.mark ? [one] : [];
  });
}

export function filtered(moments: Graded[], { seat, kind, from }: Filters): Graded[] {
  const fitting = moments.filter(
    (one) => (seat === null || one.seat === seat) && (kind === null || one.grade.kind === kind),
  );
  if (from === "key") return costliest(fitting, KEY).sort((one, other) => one.at - other.at);
  const severe = MARKS.slice(0, MARKS.indexOf(from) + 1);
  return fitting.filter((one) => severe.includes(one.grade.mark ?? "inaccuracy"));
}

export function kindsOf(moments: Graded[]): string[] {
  return [...new Set(moments.flatMap(({ grade }) => grade.kind ?? []))].sort();
}

/** The next one after a moment of the game, or the one before it; around the ends. */
export function nextFrom(moments: Graded[], at: number, forward: boolean): Graded | undefined {
  return forward
    ? (moments.find((one) => one.at > at) ?? moments[0])
    : (moments.findLast((one) => one.at < at) ?? moments.at(-1));
}

/** The costliest of them, the worst first. */
export function costliest(moments: Graded[], count: number): Graded[] {
  return moments.toSorted((one, other) => other.grade.error - one.grade.error).slice(0, count);
}

/** The decision that is due at a moment: its piece is the next one. */
export function decisionAt(analysis: GameAnalysis, moment: number): AnalysisPiece | undefined {
  return analysis.pieces[moment + 1];
}

/** The decisions over an offer of tickets. */
export function offers({ pieces }: GameAnalysis): Graded[] {
  return pieces.flatMap((piece) => {
    const one = graded(piece);
    return one && one.action.startsWith("keep") && one.grade.candidates.length ? [one] : [];
  });
}
