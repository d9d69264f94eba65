/** What is to be said of a decision first: what it lost, or that it lost nothing. */
import type { DecisionGrade } from "../protocol";
import { percent, pointsOf } from "./sentences";
import { say } from "./words.svelte";

/** How much a decision lost. */
function lossText({ error, points }: Pick<DecisionGrade, "error" | "points">): string {
  const n = Math.round(error);
  return Math.round(points) > 0
    ? say("lost.points", { n, points: pointsOf(points) })
    : say("lost", { n });
}

/** Is this the same missed opportunity as at another turn, where it counts? */
export const isAgain = ({ same_as }: DecisionGrade): boolean => typeof same_as === "number";

/** Lost something for sure: what is red is an error. */
export const isError = ({ error }: DecisionGrade): boolean => error > 0;

const FAR = 5; // points of win share: as far behind as an inaccuracy

/** By how many points of win share the move that was played seems to be behind the best one. */
function behind({ candidates, played, best }: DecisionGrade): number {
  const shareOf = (move: string | null) => candidates.find(({ action }) => action === move)?.share;
  const most = shareOf(best) ?? 0;
  return percent(most) - percent(shareOf(played) ?? most);
}

/** Did another move look better, and yet not by so much that this one was an error? */
export const isUnsure = (grade: DecisionGrade): boolean =>
  !isError(grade) && !isAgain(grade) && behind(grade) >= FAR;

/** What is to be said of a decision first. */
export function verdictText(grade: DecisionGrade): string {
  if (isAgain(grade)) return say("decision.same", { n: (grade.same_as ?? 0) + 1 });
  if (isError(grade)) return lossText(grade);
  if (isUnsure(grade)) return say("decision.unsure");
  if (!grade.is_counted) return say("decision.equal");
  return say(grade.played === grade.best ? "decision.best" : "decision.good");
}
