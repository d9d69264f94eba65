/** What this browser remembers about how its user likes things. */

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "de" | "fr";
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

interface Remembered {
  theme: Theme;
  language: Language;
  sound: boolean;
  /** Ask before a claim is made; where fingers slip, on by default. */
  confirm: boolean;
  /** Movement on the board: as the system says, or never. */
  calm: boolean;
  /** Show how far tickets are. */
  coach: boolean;
  name: string;
  edition: string;
  level: string;
  /** How many bots were played against the last time. */
  bots: number;
  introduced: boolean;
}

const PLACE = "caboose.settings";

function defaults(): Remembered {
  return {
    theme: "auto",
    language: systemLanguage(),
    sound: true,
    confirm: matches("(pointer: coarse)"),
    calm: false,
    coach: true,
    name: "",
    edition: "",
    level: "conductor",
    bots: 2,
    introduced: false,
  };
}

function systemLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const short = tag.slice(0, 2);
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

function matches(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

function read(): Remembered {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as object) };
  } catch {
    return defaults();
  }
}

export const settings = $state<Remembered>(read());

/** Change something, and remember it where the browser allows. */
export function change(changes: Partial<Remembered>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; then it lasts as long as the page.
  }
}

export function wantsCalm(): boolean {
  return settings.calm || matches("(prefers-reduced-motion: reduce)");
}

export function isTouch(): boolean {
  return matches("(pointer: coarse)");
}

/** A name for somebody who has not given one. */
export function madeUpName(chance = Math.random): string {
  const pick = (words: string[]) => words[Math.floor(chance() * words.length)] ?? "";
  return `${pick(FIRST)} ${pick(SECOND)}`;
}

const FIRST = ["Amber", "Brisk", "Calm", "Dapper", "Eager", "Fleet", "Golden", "Hardy", "Jolly"];
const SECOND = ["Badger", "Crane", "Fox", "Heron", "Lynx", "Marten", "Otter", "Robin", "Swift"];
