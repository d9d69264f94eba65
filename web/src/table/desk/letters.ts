/** The letter of each of my tickets: one for the whole game, the same in the list and on the map. */
import type { Step } from "../../protocol";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const KEPT = new Set(["kept", "chose_first_tickets"]);

/**
 * Tickets get letters when they are offered, the first ones that are free; those that go back give
 * theirs back. The steps tell all of it, so a page that is loaded again gives the same letters.
 */
export function ticketLetters(steps: Step[], seat: number | null): Map<number, string> {
  let kept = new Map<number, string>();
  let offered = new Map<number, string>();
  for (const event of steps.flatMap(({ events }) => events)) {
    const tickets = event.tickets as number[] | undefined;
    if (seat === null || event.seat !== seat || !tickets) continue;
    if (event.kind === "offered") offered = lettered(tickets, new Set(kept.values()));
    else if (KEPT.has(event.kind)) {
      const chosen = [...offered].filter(([ticket]) => tickets.includes(ticket));
      kept = new Map([...kept, ...chosen]);
      offered = new Map();
    }
  }
  return new Map([...kept, ...offered]);
}

function lettered(tickets: number[], used: Set<string>): Map<number, string> {
  const free = [...LETTERS].filter((letter) => !used.has(letter));
  return new Map(tickets.map((ticket, place) => [ticket, free[place] ?? "*"]));
}
