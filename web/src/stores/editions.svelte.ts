/** Editions and levels: fetched once, and kept while the page is open. */
import { SvelteMap } from "svelte/reactivity";
import { getEdition, getEditions, getLevels, getRules } from "../api";
import type { Edition } from "../board/edition";
import type { EditionLine, LevelLine } from "../protocol";

const known = new SvelteMap<string, Edition>();
const asked = new Map<string, Promise<Edition>>();

export function loadEdition(id: string): Promise<Edition> {
  let answer = asked.get(id);
  if (!answer) {
    answer = getEdition(id).then((edition) => {
      known.set(id, edition);
      return edition;
    });
    answer.catch(() => asked.delete(id));
    asked.set(id, answer);
  }
  return answer;
}

/** The edition if it has come already; asking for it makes it come. */
export function edition(id: string): Edition | undefined {
  if (!asked.has(id)) void loadEdition(id).catch(() => undefined);
  return known.get(id);
}

export const shelf = $state<{ editions: EditionLine[]; levels: LevelLine[] }>({
  editions: [],
  levels: [],
});

/** The rule book: its chapters, in order. */
export const book = $state<{ chapters: Record<string, string> }>({ chapters: {} });
let bookAsked: Promise<void> | null = null;

export function loadBook(): Promise<void> {
  bookAsked ??= getRules().then((chapters) => {
    book.chapters = chapters;
  });
  bookAsked.catch(() => (bookAsked = null));
  return bookAsked;
}

export async function loadShelf(): Promise<void> {
  if (shelf.editions.length && shelf.levels.length) return;
  const [editions, levels] = await Promise.all([getEditions(), getLevels()]);
  shelf.editions = editions;
  shelf.levels = levels;
}
