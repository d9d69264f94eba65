/** Figures and times of deals, in words. */
import type { DealLine } from "../protocol";
import { settings } from "../stores/settings.svelte";
import { say, type EditionWord } from "./eventWords";

/** The version of a deal, as a letter. */
export const versionLetter = (instance: number): string => String.fromCharCode(65 + instance);

export const percent = (share: number): number => Math.round(share * 100);

/** A day, which has no place on earth: it is shown as it is called at Greenwich. */
export function longDay(day: string): string {
  const style = { dateStyle: "full", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(settings.language, style).format(new Date(`${day}T12:00Z`));
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  const noon = Date.parse(`${day}T12:00Z`) + days * 86_400_000;
  return new Date(noon).toISOString().slice(0, 10);
}

/** How long something lasts, in hours and minutes. */
export function spanText(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000));
  const unit = (value: number, name: "hour" | "minute") =>
    new Intl.NumberFormat(settings.language, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
    }).format(value);
  const hours = Math.floor(minutes / 60);
  return [hours ? unit(hours, "hour") : "", unit(minutes % 60, "minute")].filter(Boolean).join(" ");
}

const SQUARES = 10;

/** A result to show to others: how well, and nothing of the cards, the moves or the points. */
export function resultCard(day: string, { edition, mine }: DealLine, link: string): string {
  const share = mine?.share ?? 0;
  const line = say("card.line", {
    day,
    edition: say(edition as EditionWord),
    percent: percent(share),
    place: mine?.place ?? "–",
    players: mine?.ranked ?? 0,
  });
  const full = Math.round(share * SQUARES);
  return `${line}\n${"🟩".repeat(full)}${"⬜".repeat(SQUARES - full)}\n${link}`;
}
