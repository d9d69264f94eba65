/** Which moves of a decision are pointed at on the map: the best three, and the one played. */
import type { Tip } from "../board/tips";
import type { Ring } from "../board/rings";
import type { Edition } from "../board/edition";
import type { DecisionGrade } from "../protocol";
import { isError } from "./verdict";

export const SHOWN = 3;
const PLAYED = "✗";

/** What a move is called on the map and in the table: its place, or a cross if it was an error. */
export function tipLabel(grade: DecisionGrade, action: string): string {
  const place = grade.candidates.findIndex((one) => one.action === action);
  if (action === grade.played && isError(grade) && place >= SHOWN) return PLAYED;
  return `${place + 1}`;
}

/** The moves that are pointed at. */
function shown(grade: DecisionGrade): string[] {
  const first = grade.candidates.slice(0, SHOWN).map(({ action }) => action);
  return grade.played && !first.includes(grade.played) ? [...first, grade.played] : first;
}

/** The routes that they claim. */
export function tipsOf(grade: DecisionGrade): Tip[] {
  return shown(grade).flatMap((action) => {
    const [kind, route = ""] = action.split(" ");
    if (kind !== "claim") return [];
    const isPlayed = action === grade.played && isError(grade);
    const tone = action === grade.best ? "best" : isPlayed ? "played" : "good";
    return [{ route, label: tipLabel(grade, action), tone }];
  });
}

/** The tickets of an offer, lettered by the place they have in it. */
export function ringsOf({ offer }: DecisionGrade, { tickets }: Edition): Ring[] {
  return offer.flatMap((ticket, place) =>
    (tickets[ticket]?.cities ?? []).map((city) => ({
      city,
      letter: String.fromCharCode(65 + place),
    })),
  );
}
