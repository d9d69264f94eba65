/** Why the server said no or goodbye, in the reader's language: by its code, else in its own words. */
import type { Reason, TableInfo } from "../protocol";
import type { Goodbye } from "../socket";
import { t, tOr, type TextValues } from "./index.svelte";

/** Values besides those of the reason itself go in with them: names for ids, words of an edition. */
export function whyText({ code, sentence, values }: Reason, more: TextValues = {}): string {
  const known = Object.entries(values).filter(([, value]) => isPlain(value));
  const said = tOr(`why.${code}`, "", { ...Object.fromEntries(known), ...more } as TextValues);
  // One code may come with other values than its text is about.
  return said && !/\{\w+\}/.test(said) ? said : asSentence(sentence);
}

/** Why the server let a connection go; nothing if it did not say, or stops and will be back. */
export function goodbyeText({ code, bye, sentence }: Goodbye): string {
  if (code === 4404) return t("table.none.is");
  if (!bye || bye === "stopping") return "";
  return tOr(`bye.${bye}`, whyText({ code: bye, sentence, values: {} }));
}

/** Why a table was closed or frozen; what ended under an older version has its sentence alone. */
export function endText({ why, sentence }: Pick<TableInfo, "why" | "sentence">): string {
  return tOr(`ended.${why}`, sentence ? asSentence(sentence) : "");
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function asSentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
