/** What is said to everybody who uses the page: spoken announcements, and short notes on screen. */

import { untrack } from "svelte";

export const said = $state({ polite: "", assertive: "" });
export interface Note {
  id: number;
  text: string;
  bad: boolean;
}
export const notes = $state<Note[]>([]);

const NOTE_LASTS = 4500;
let last = 0;

/** Have a screen reader say something. The same text twice is still said twice. */
export function announce(text: string, urgent = false): void {
  const region = urgent ? "assertive" : "polite";
  const last = untrack(() => said[region]);
  said[region] = last === text ? `${text}\u00a0` : text;
}

/** A note that goes away by itself. */
export function note(text: string, bad = false): void {
  const id = ++last;
  notes.push({ id, text, bad });
  if (notes.length > 3) notes.shift();
  announce(text, bad);
  setTimeout(() => dismiss(id), NOTE_LASTS);
}

export function dismiss(id: number): void {
  const place = notes.findIndex((one) => one.id === id);
  if (place >= 0) notes.splice(place, 1);
}
