/** Why a route cannot be claimed, in words. */
import type { Route } from "../../board/edition";
import type { RouteAnswer } from "../../protocol";
import { reasonText, type Reader } from "../../texts/names";

/** Reasons that my next turn takes away by itself. */
const WAITING = new Set(["not_your_turn", "already_chosen"]);

/** Could a route be claimed if it were my turn? */
export function waitsForTurn({ why_not, payments }: RouteAnswer): boolean {
  return why_not !== null && WAITING.has(why_not.code) && payments.length > 0;
}

/**
 * What stands in the way of a route or of both tracks of a double one, each reason once. Nothing does
 * if one of the tracks can be claimed: that the other cannot is no refusal then.
 */
export function refusals(
  reader: Reader,
  tracks: Pick<Route, "id">[],
  answers: Readonly<Record<string, RouteAnswer>>,
): string[] {
  const told = tracks.flatMap(({ id }) => answers[id] ?? []);
  if (told.some(({ why_not }) => why_not === null)) return [];
  const reasons = told.flatMap(({ why_not }) => why_not ?? []);
  return [...new Set(reasons.map((reason) => reasonText(reader, reason)))];
}
