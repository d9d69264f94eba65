/**
 * Which tables of mine are running, as far as this browser has seen: the front page keeps room for
 * their lines before the server has told them.
 */

const PLACE = "caboose.running";

export function knownRunning(): string[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function keepRunning(tables: string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(tables));
  } catch {
    // Then their lines come without room kept for them.
  }
}

/** A table of mine is running, or no longer. */
export function noteRunning(table: string, isRunning: boolean): void {
  const others = knownRunning().filter((id) => id !== table);
  keepRunning(isRunning ? [...others, table] : others);
}

const RESULTS = "caboose.results";

/** How many last games stood beside those that run, so that room is kept for them, too. */
export function knownResults(): number {
  try {
    return Number(localStorage.getItem(RESULTS) ?? 0);
  } catch {
    return 0;
  }
}

export function keepResults(n: number): void {
  try {
    localStorage.setItem(RESULTS, String(n));
  } catch {
    // Then they come without room kept for them.
  }
}
