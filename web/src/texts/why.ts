/** Why the server said no or goodbye, in the reader's language: by its code, else in its own words. */
import type { Reason, TableInfo } from "../protocol";
import type { Goodbye } from "../socket";
import { settings } from "../stores/settings.svelte";
import { t, tOr, type TextValues } from "./index.svelte";

/** Values besides those of the reason itself go in with them: names for ids, words of an edition. */
export function whyText({ code, sentence, values }: Reason, more: TextValues = {}): string {
  if (code === "banned" && typeof values.until === "number")
    return t("banned.until", { day: dayText(values.until) });
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

/** That a table cannot be shown any more, or not to me. */
export function tableEnd(goodbye: Goodbye | null): string {
  if (goodbye?.code === 4404) return t("table.none");
  return t(goodbye?.bye === "closed" ? "table.closed" : "table.closed_to_you");
}

/** Why a table was closed or frozen; what ended under an older version has its sentence alone. */
export function endText({ why, sentence }: Pick<TableInfo, "why" | "sentence">): string {
  return tOr(`ended.${why}`, sentence ? asSentence(sentence) : "");
}

function dayText(at: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(settings.language, style).format(at);
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function asSentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
