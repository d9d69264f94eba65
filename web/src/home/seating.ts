/** Who sits where at a new table: what the home page's chairs say, and what the server is told. */
import type { NewChair } from "../protocol";

/** A chair before a table exists. The first is the user's own; on a TV all are for phones. */
export interface Place {
  kind: "me" | "bot" | "friend" | "here" | "phone";
  level: string;
  name: string;
}

export type Company = "bots" | "friends" | "here" | "tv";

const KINDS = { bots: "bot", friends: "friend", here: "here", tv: "phone" } as const;

export function seating(company: Company, others: number, level: string): Place[] {
  const kind = KINDS[company];
  const rest = Array.from({ length: others }, () => ({ kind, level, name: "" }));
  return [{ kind: company === "tv" ? kind : "me", level, name: "" }, ...rest];
}

/** Somebody comes by a link or a code, so that the table waits for them. */
export function needsLinks(places: Place[]): boolean {
  return places.some(({ kind }) => kind === "friend" || kind === "phone");
}

/** Only bots besides me: such a game can begin at once. */
export function isBotsOnly(places: Place[]): boolean {
  const [first, ...others] = places;
  return first?.kind === "me" && others.every((place) => place.kind === "bot");
}

export function toChairs(places: Place[], me: string): NewChair[] {
  return places.map((place, index): NewChair => {
    if (place.kind === "bot") return { kind: "bot", bot: place.level };
    if (place.kind === "friend" || place.kind === "phone") return { kind: "open" };
    return { kind: "me", name: place.name.trim() || (index ? `${me} ${index + 1}` : me) };
  });
}
