/** The words of a page that come with it, since nobody else needs them. English is the measure. */
import { settings, type Language } from "../stores/settings.svelte";
import type { Text, TextValues } from "./index.svelte";

/** A text of a page in the reader's language, with its values; `n` decides between one and many. */
export function pageWords<Word extends string>(
  languages: Record<Language, Record<Word, Text>>,
): (word: Word, values?: TextValues) => string {
  return (word, values = {}) => {
    const text = languages[settings.language][word];
    const chosen = typeof text === "string" ? text : text[countWord(Number(values.n))];
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

function countWord(n: number): "one" | "other" {
  return new Intl.PluralRules(settings.language).select(n) === "one" ? "one" : "other";
}

/** A share as its reader writes it: "61%", "61 %"; with its sign, if that is wanted. */
export const percentText = (share: number, isSigned = false): string =>
  new Intl.NumberFormat(settings.language, {
    style: "percent",
    signDisplay: isSigned ? "exceptZero" : "negative",
  })
    .format(share)
    .replace("-", "−");

/** Points of which there may be halves. */
export const halvesText = (points: number): string =>
  new Intl.NumberFormat(settings.language).format(points);

export const dayText = (at: number) =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(at);

export const timeText = (at: number) =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(
    at,
  );
