/** How long ago something was, in words: "2 minutes ago". */
import { settings } from "../stores/settings.svelte";

/** The longest that is told in each unit, in seconds, and how long one of it is. */
const UNITS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["second", 45, Infinity],
  ["minute", 45 * 60, 60],
  ["hour", 22 * 3600, 3600],
  ["day", Infinity, 86_400],
];

export function ago(at: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - at) / 1000);
  const [unit, , length] = UNITS.find(([, most]) => seconds < most)!;
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  return words.format(-Math.round(seconds / length), unit);
}
