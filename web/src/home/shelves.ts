/** The editions as they stand on the front page: those on one board together. */
import type { EditionLine } from "../protocol";

/** A board, and the editions that are played on it: one, or several variants. */
export interface Shelf {
  board: string;
  editions: EditionLine[];
}

/** In the order of the server, each board where its first edition is; own boards stay apart. */
export function shelves(editions: EditionLine[]): Shelf[] {
  const found = new Map<string, Shelf>();
  for (const line of editions) {
    const key = `${line.own_board} ${line.board}`;
    const shelf = found.get(key) ?? { board: line.board, editions: [] };
    shelf.editions.push(line);
    found.set(key, shelf);
  }
  return [...found.values()];
}
