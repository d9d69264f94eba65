/** Editions and levels: fetched once, and kept while the page is open. */
import { SvelteMap } from "svelte/reactivity";
import { getEdition, getEditions, getLevels, type EditionWithRules } from "../api";
import type { EditionLine, LevelLine } from "../protocol";

const known = new SvelteMap<string, EditionWithRules>();
const asked = new Map<string, Promise<EditionWithRules>>();

export function loadEdition(id: string): Promise<EditionWithRules> {
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
export function edition(id: string): EditionWithRules | undefined {
  if (!asked.has(id)) void loadEdition(id).catch(() => undefined);
  return known.get(id);
}

export const shelf = $state<{ editions: EditionLine[]; levels: LevelLine[] }>({
  editions: [],
  levels: [],
});

export async function loadShelf(): Promise<void> {
  if (shelf.editions.length && shelf.levels.length) return;
  const [editions, levels] = await Promise.all([getEditions(), getLevels()]);
  shelf.editions = editions;
  shelf.levels = levels;
}
