/** Who sits where at a new table: what the home page's chairs say, and what the server is told. */
import type { NewChair } from "../protocol";

/** A chair before a table exists. The first is always the user's own. */
export interface Place {
  kind: "me" | "bot" | "friend" | "here";
  level: string;
  name: string;
}

export type Company = "bots" | "friends" | "here";

export function seating(company: Company, others: number, level: string): Place[] {
  const kind = ({ bots: "bot", friends: "friend", here: "here" } as const)[company];
  const rest = Array.from({ length: others }, () => ({ kind, level, name: "" }));
  return [{ kind: "me", level, name: "" }, ...rest];
}

/** Only bots besides me: such a game can begin at once. */
export function isBotsOnly(places: Place[]): boolean {
  return places.slice(1).every((place) => place.kind === "bot");
}

export function toChairs(places: Place[], me: string): NewChair[] {
  return places.map((place, index): NewChair => {
    if (place.kind === "bot") return { kind: "bot", bot: place.level };
    if (place.kind === "friend") return { kind: "open" };
    return { kind: "me", name: place.name.trim() || (index ? `${me} ${index + 1}` : me) };
  });
}
