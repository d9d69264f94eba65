/** A game in figures: what each seat did, counted from the steps that everybody saw. */
import type { Edition } from "../../board/edition";
import type { GameEvent, Step } from "../../protocol";
import { routeOf } from "../../texts/names";

export interface Figures {
  turns: number;
  /** How many routes of each length. */
  routes: Record<number, number>;
  locomotives: number;
  faceUp: number;
  blind: number;
  offered: number;
}

export function figuresOf(edition: Edition, steps: Step[], seats: number): Figures[] {
  const all = Array.from({ length: seats }, nothing);
  for (const step of steps)
    for (const event of step.events) {
      const mine = all[event.seat ?? -1];
      if (mine) count(edition, mine, event, step.action === null);
    }
  for (const seat of turnsOf(steps)) if (all[seat]) all[seat].turns += 1;
  return all;
}

/** Whose turn it was, one after the other; choosing the first tickets is no turn. */
function turnsOf(steps: Step[]): number[] {
  const begun = steps.findLastIndex(({ events }) =>
    events.some(({ kind }) => kind === "chose_first_tickets"),
  );
  const seats = steps.slice(begun + 1).flatMap(({ seat }) => seat ?? []);
  return seats.filter((seat, n) => seat !== seats[n - 1]);
}

function count(edition: Edition, mine: Figures, event: GameEvent, setUp: boolean): void {
  if (event.kind === "offered") mine.offered += Number(event.count);
  if (setUp) return;
  if (event.kind === "drew_blind") mine.blind += 1;
  if (event.kind === "took_face_up") mine.faceUp += 1;
  if (event.kind !== "paid") return;
  const length = routeOf(edition, String(event.route))?.length ?? 0;
  mine.routes[length] = (mine.routes[length] ?? 0) + 1;
  mine.locomotives += Number(event.locomotives);
}

function nothing(): Figures {
  return { turns: 0, routes: {}, locomotives: 0, faceUp: 0, blind: 0, offered: 0 };
}
