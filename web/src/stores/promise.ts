/** What this browser gave to the shuffle and was promised then; compared when the game is over. */
import type { TableInfo } from "../protocol";

const PLACE = "caboose.promise.";

export function keepPromise(table: TableInfo, nonce: string): void {
  try {
    const kept = { nonce, commitment: table.promise.commitment };
    localStorage.setItem(PLACE + table.id, JSON.stringify(kept));
  } catch {
    // Then there is nothing to compare with; the record can still be verified.
  }
}

/** Was the promise kept? Null if the game is not over, or was joined on another device. */
export function isPromiseKept(table: TableInfo): boolean | null {
  const { commitment, nonces } = table.promise;
  if (!nonces) return null;
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE + table.id) ?? "null") as {
      nonce: string;
      commitment: string;
    } | null;
    return kept && kept.commitment === commitment && nonces.includes(kept.nonce);
  } catch {
    return null;
  }
}
