/** Links the server gives once: invitations of tables opened here, and the way back to a chair. */
import type { SeatTaken } from "../protocol";

const PLACE = "caboose.links.";

export function keepLinks(table: string, links: Record<string, string>): void {
  try {
    sessionStorage.setItem(PLACE + table, JSON.stringify(links));
  } catch {
    // The owner can have them made anew.
  }
}

export function keptLinks(table: string): Record<string, string> | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE + table) ?? "null") as Record<string, string>;
  } catch {
    return null;
  }
}

const BACK = "caboose.back.";

/** Keep the private link of a chair that was just taken: with it, any device can go on playing. */
export function keepBack<Taken extends SeatTaken>(taken: Taken): Taken {
  try {
    if (taken.resume) localStorage.setItem(BACK + taken.table.id, taken.resume);
  } catch {
    // Then this browser alone has the chair.
  }
  return taken;
}

export function keptBack(table: string): string | null {
  try {
    return localStorage.getItem(BACK + table);
  } catch {
    return null;
  }
}
