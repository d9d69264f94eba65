/** The catalogue: `t(key, values)` in the language of the settings. English is the measure. */
import { change, settings, type Language } from "../stores/settings.svelte";
import { en } from "./en";

/** A text; or two, when a number decides: the values then hold `n`. */
export type Text = string | { one: string; other: string };
export type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;
export type TextValues = Record<string, string | number>;

const catalogues: Partial<Record<Language, Catalogue>> = $state.raw({ en });
const loaders = {
  en: () => Promise.resolve({ catalogue: en as Catalogue }),
  de: () => import("./de"),
  fr: () => import("./fr"),
};

let spoken = $state.raw<Catalogue>(en);
let plurals = new Intl.PluralRules("en");

/** Fetch a language and speak it from now on. */
export async function speak(language: Language): Promise<void> {
  const catalogue = catalogues[language] ?? (await loaders[language]()).catalogue;
  catalogues[language] = catalogue;
  plurals = new Intl.PluralRules(language);
  spoken = catalogue;
  document.documentElement.lang = language;
  if (settings.language !== language) change({ language });
}

export function t(key: Key, values: TextValues = {}): string {
  return fill(choose(spoken[key], values), values);
}

/** A text whose key is made of a word from the server; that word itself if there is no such key. */
export function tOr(key: string, otherwise: string, values: TextValues = {}): string {
  return key in en ? t(key as Key, values) : otherwise;
}

/** All keys that begin so. */
export function keysFrom(start: string): Key[] {
  return (Object.keys(en) as Key[]).filter((key) => key.startsWith(start));
}

/** The one of two texts that a number wants. */
export function choose(text: Text, values: TextValues): string {
  if (typeof text === "string") return text;
  return plurals.select(Number(values.n)) === "one" ? text.one : text.other;
}

function fill(text: string, values: TextValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * Several things in one sentence: "red, blue, and green". Our own, because the browser's joiner
 * takes longer to make than a whole redraw.
 */
export function list(things: string[]): string {
  if (things.length < 2) return things.join("");
  const one = things.slice(0, -1).join(", ");
  return t(things.length === 2 ? "list.two" : "list.more", { one, other: things.at(-1) ?? "" });
}

/** A number with a sign only if it is below zero: as long a line as a digit. */
export function negative(points: number): string {
  return points < 0 ? signed(points) : `${points}`;
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
