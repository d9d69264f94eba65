/** Claims whose pieces are dropping onto the board, one by one. */

export interface Drop {
  route: string;
  seat: number;
}

/** Milliseconds: one piece falls, all of a route have begun to. */
export const FALL = 260;
const ALL = 440;
const BETWEEN = 120;
/** More than a round's claims at once are news from long ago, and simply lie there. */
const MOST = 5;

/** What was claimed between two moments, as far as it should be seen to drop. */
export function newDrops(before: Record<string, number>, now: Record<string, number>): Drop[] {
  const fresh = Object.entries(now).filter(([route]) => before[route] === undefined);
  return fresh.length > MOST ? [] : fresh.map(([route, seat]) => ({ route, seat }));
}

/** From the start of one piece of a route to the start of the next. */
export function pause(pieces: number): number {
  return Math.min(BETWEEN, ALL / Math.max(1, pieces - 1));
}

/** Until all pieces of a route lie, a few frames for their beginning included. */
export function wholeDrop(pieces: number): number {
  return (pieces - 1) * pause(pieces) + FALL + 100;
}
