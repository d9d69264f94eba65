/** The words of the analysis: they come with it, in the reader's language alone. */
import { settings, type Language } from "../stores/settings.svelte";
import { choose, type Text } from "../texts/index.svelte";
import type { Word } from "./words/en";

export type { Word } from "./words/en";
type Words = Record<Word, Text>;
type Values = Record<string, string | number>;

const loaders: Record<Language, () => Promise<{ words: Words }>> = {
  en: () => import("./words/en"),
  de: () => import("./words/de"),
  fr: () => import("./words/fr"),
};
let spoken = $state.raw<Words | null>(null);
let language: Language | null = null;

/** Fetch the words of the reader's language; nothing is shown before they are here. */
export async function loadWords(): Promise<void> {
  const wanted = settings.language;
  if (wanted === language) return;
  const { words } = await loaders[wanted]();
  [spoken, language] = [words, wanted];
}

/** A text in the reader's language, with its values. */
export function say(word: Word, values: Values = {}): string {
  return choose(spoken?.[word] ?? "", values).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ""),
  );
}

/** A text whose key is made of a word from the server; nothing if there is no such text. */
export function sayIf(word: string, values: Values = {}): string {
  return spoken && word in spoken ? say(word as Word, values) : "";
}
