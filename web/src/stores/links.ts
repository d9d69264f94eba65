/** Links the server gives once: invitations of tables opened here, and the way back to a chair. */
import type { SeatTaken } from "../protocol";

const PLACE = "caboose.links.";

export function keepLinks(table: string, links: Record<string, string>): void {
  try {
    sessionStorage.setItem(PLACE + table, JSON.stringify(links));
  } catch {
    // The owner can have them made again.
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

const DEVICES = "caboose.devices.";

/** How many devices held each of my chairs when this one last looked. */
export function keptDevices(table: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(DEVICES + table) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export function keepDevices(table: string, devices: Record<string, number>): void {
  try {
    localStorage.setItem(DEVICES + table, JSON.stringify(devices));
  } catch {
    // Then only a device that comes while this page is open is told.
  }
}
