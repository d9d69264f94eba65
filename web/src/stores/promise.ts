/**
 * What this browser was promised before it sat down, and what it gave to the shuffle then. Only a
 * promise that came first binds the server, so that one is kept, and compared when the game is over.
 */
import type { TableInfo } from "../protocol";
import { t } from "../texts/index.svelte";
import { note } from "./notices.svelte";

const PLACE = "caboose.promise.";

/** A chair was taken with this number, or none, after this commitment was seen. */
export function keepPromise(table: TableInfo, nonce: string | null, commitment: string): void {
  if (table.promise.commitment !== commitment) note(t("fair.changed"), true);
  try {
    localStorage.setItem(PLACE + table.id, JSON.stringify({ nonce, commitment }));
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
      nonce: string | null;
      commitment: string;
    } | null;
    if (!kept || kept.commitment !== commitment) return kept && false;
    return kept.nonce === null || nonces.includes(kept.nonce);
  } catch {
    return null;
  }
}
