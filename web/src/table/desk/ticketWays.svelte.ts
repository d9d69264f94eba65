/** What my tickets draw on the map: letters at both ends, and dashed ways. */
import type { Ring } from "../../board/rings";
import { settings } from "../../stores/settings.svelte";
import { routeOf } from "../../texts/names";
import type { Desk } from "./desk.svelte";
import { ticketLetters } from "./letters";

export class TicketWays {
  readonly #desk: Desk;
  #shown = $state<number | null>(null);
  #isAll = $state(false);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The letter of each ticket that is to do, or offered: the same in the list and on the map. */
  readonly letters = $derived.by(() => this.#letters());
  readonly rings = $derived.by(() => this.#rings());
  readonly drawn = $derived.by(() => this.#drawn());
  /** Routes on the ways that my tickets still need; either track of a double route will do. */
  readonly wanted = $derived.by(() => this.#wanted());

  /** The ticket whose way is drawn. */
  get shown(): number | null {
    return this.#shown;
  }

  show(ticket: number): void {
    this.#shown = ticket;
  }

  toggle(ticket: number): void {
    this.#shown = this.#shown === ticket ? null : ticket;
  }

  hide(): void {
    this.#shown = null;
  }

  /** The ways of all my tickets are drawn. */
  get isAll(): boolean {
    return this.#isAll;
  }

  toggleAll(): void {
    this.#isAll = !this.#isAll;
  }

  #letters(): Map<number, string> {
    const { isOver, tickets, offer, store } = this.#desk;
    if (isOver) return new Map();
    const open = tickets.filter((ticket) => !this.#desk.progressOf(ticket)?.done);
    const all = ticketLetters(store.steps, store.seat);
    return new Map([...open, ...offer].map((ticket) => [ticket, all.get(ticket) ?? ""]));
  }

  #rings(): Ring[] {
    const { edition, spotlight } = this.#desk;
    const cities = (ticket: number) => edition.tickets[ticket]?.cities ?? [];
    const open = [...this.letters].flatMap(([ticket, letter]) =>
      cities(ticket).map((city) => ({ city, letter })),
    );
    const done = spotlight.connected.flatMap((ticket) =>
      cities(ticket).map((city) => ({ city, letter: "✓", done: true })),
    );
    return [...open, ...done];
  }

  #wanted(): Set<string> {
    if (!settings.coach) return new Set();
    const { edition, tickets } = this.#desk;
    const needed = tickets.flatMap((ticket) => this.#desk.progressOf(ticket)?.routes ?? []);
    return new Set(needed.flatMap((id) => [id, routeOf(edition, id)?.twin ?? id]));
  }

  /** The way of the shown ticket, or of all; and of those marked, together with what I have. */
  #drawn(): { dashed: string[]; cutOff: string[] } {
    if (!settings.coach) return { dashed: [], cutOff: [] };
    const { choice, marked, tickets } = this.#desk;
    const mine = this.#isAll ? tickets : [];
    const looked = this.#shown === null ? mine : [this.#shown];
    const found = looked.flatMap((ticket) => this.#desk.progressOf(ticket) ?? []);
    const kept = marked.length ? choice : undefined;
    const cut = new Set(found.filter((one) => one.cut_off).map((one) => one.ticket));
    for (const ticket of kept?.cut_off ?? []) cut.add(ticket);
    const ways = [...found.flatMap((one) => one.routes), ...(kept?.routes ?? [])];
    return {
      dashed: [...new Set(ways)],
      cutOff: [...cut].flatMap((ticket) => this.letters.get(ticket) ?? []),
    };
  }
}
