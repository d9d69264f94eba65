/** What is said to everybody who uses the page: spoken announcements, and short notes on screen. */

import { afterPaint } from "../afterPaint.svelte";
import { Refusal } from "../api";
import { whyText } from "../texts/why";

interface Line {
  id: number;
  text: string;
}
/** What is urgent replaces what was said before; all else is added line by line, so that two things
    that happen at once are both read out. */
export const announced = $state({ polite: [] as Line[], assertive: "" });
export interface Note {
  id: number;
  text: string;
  bad: boolean;
}
export const notes = $state<Note[]>([]);

const LINES_KEPT = 8;
/** Milliseconds; a long sentence takes longer to read. */
const NOTE_LASTS = 4500;
const LETTER_LASTS = 60;
let last = 0;

/**
 * Have a screen reader say something, once it is shown, and in the order in which it was asked for.
 * The same text twice is still said twice.
 */
export function announce(text: string, urgent = false): void {
  afterPaint(() => {
    if (urgent) announced.assertive = announced.assertive === text ? `${text}\u00a0` : text;
    else announced.polite = [...announced.polite, { id: ++last, text }].slice(-LINES_KEPT);
  });
}

/** A note that goes away by itself. What is said again takes the place of what was said before. */
export function note(text: string, bad = false): void {
  const id = ++last;
  const before = notes.find((one) => one.text === text);
  if (before) dismiss(before.id);
  notes.push({ id, text, bad });
  if (notes.length > 3) notes.shift();
  announce(text, bad);
  setTimeout(() => dismiss(id), Math.max(NOTE_LASTS, LETTER_LASTS * text.length));
}

/** What an error says, in a sentence fit to be shown; of a refusal, in the reader's language. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return whyText(error.problem);
  return error instanceof Error ? error.message : String(error);
}

/** Something went wrong: say what. */
export function noteError(error: unknown): void {
  note(sentenceOf(error), true);
}

export function dismiss(id: number): void {
  const place = notes.findIndex((one) => one.id === id);
  if (place >= 0) notes.splice(place, 1);
}
