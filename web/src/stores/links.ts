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

/** Keep the private links of chairs just taken: with one, any device can go on playing there. */
export function keepBack<Taken extends SeatTaken>(taken: Taken): Taken {
  const { id } = taken.table;
  try {
    const links = { ...keptBack(id), ...taken.private_links };
    localStorage.setItem(BACK + id, JSON.stringify(links));
  } catch {
    // Then this browser alone has the chairs.
  }
  return taken;
}

/** The private links of chairs at a table, by chair. */
export function keptBack(table: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(BACK + table) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}
