/** A table that the server has laid for me: sit down, under its promise. */
import { Refusal, takeChair } from "../api";
import { keepBack } from "../stores/links";
import { noteError } from "../stores/notices.svelte";

const taken = new Set<string>();

/**
 * Sit down once; has the game begun with it? That another tab of mine was quicker, or that the table
 * is gone, is no news.
 */
export async function takeOffered(table: string, commitment: string): Promise<boolean> {
  if (taken.has(table)) return false;
  taken.add(table);
  try {
    return keepBack(await takeChair(table, commitment)).table.status === "playing";
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 0) {
      taken.delete(table);
      noteError(error);
    }
    return false;
  }
}
