/** Invitation links of tables opened here: given once by the server, kept until the tab closes. */

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
