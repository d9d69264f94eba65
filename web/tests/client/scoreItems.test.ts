import { afterEach, expect, test } from "vitest";
import type { Score } from "../../src/protocol";
import usaMega from "../../fixtures/usa_mega.json";
import type { Edition } from "../../src/board/edition";
import {
  itemsOf,
  leadersOf,
  placeOf,
  placeText,
  sumOf,
  winnersText,
} from "../../src/table/score/scoreItems";
import { speak } from "../../src/texts/index.svelte";

const mega = usaMega as unknown as Edition;
const NAMES = ["Ann", "Bob", "Cem"];

afterEach(() => speak("en"));

function score(winners: number[], ...seats: [total: number, rank: number][]): Score {
  return { winners, seats: seats.map(([total, rank]) => ({ total, rank })) } as unknown as Score;
}

test("who did not win sees place and distance", () => {
  const end = score([1], [40, 2], [58, 1], [-3, 3]);
  expect(placeOf(end, 0)).toEqual({ place: 2, behind: 18 });
  expect(placeOf(end, 2)).toEqual({ place: 3, behind: 61 });
});

test("who won, or has as many points as who won, sees none", () => {
  expect(placeOf(score([1], [40, 2], [58, 1]), 1)).toBeNull();
  expect(placeOf(score([0, 1], [58, 1], [58, 1]), 0)).toBeNull();
  expect(placeOf(score([1], [58, 2], [58, 1]), 0)).toBeNull();
});

test("a place is told as each language counts, and one point is one point", async () => {
  expect(placeText({ place: 2, behind: 18 })).toBe("You finished 2nd, 18 points behind.");
  expect(placeText({ place: 3, behind: 1 })).toBe("You finished 3rd, 1 point behind.");
  await speak("de");
  expect(placeText({ place: 2, behind: 1 })).toBe("Platz 2, 1 Punkt Rückstand.");
  await speak("fr");
  expect(placeText({ place: 2, behind: 18 })).toBe("Vous finissez 2e, à 18 points de la victoire.");
});

test("a shared win is told to those who share it, and to the others", async () => {
  const end = score([0, 1], [58, 1], [58, 1], [40, 3]);
  const seenBy = (seat: number) => winnersText(end, { edition: mega, names: NAMES, seat });
  expect(seenBy(0)).toBe("You and Bob win!");
  expect(seenBy(2)).toBe("Ann and Bob win");
  await speak("de");
  expect(seenBy(1)).toBe("Du und Ann gewinnt!");
  await speak("fr");
  expect(seenBy(1)).toMatch(/^Vous gagnez avec Ann\s!$/);
});

test("a win of one's own is told as such", () => {
  const seenBy = (seat: number) =>
    winnersText(score([0], [58, 1], [40, 2]), { edition: mega, names: NAMES, seat });
  expect(seenBy(0)).toBe("You win!");
  expect(seenBy(1)).toBe("Ann wins");
});

interface Sheet {
  routes: number;
  tickets: number[];
  bonuses?: Record<string, number>;
}

/** A score as the server would send it, ranked by totals. */
function ended(...sheets: Sheet[]): Score {
  const totals = sheets.map(({ routes, tickets, bonuses = {} }) =>
    [routes, ...tickets, ...Object.values(bonuses)].reduce((sum, one) => sum + one, 0),
  );
  const seats = sheets.map(({ routes, tickets, bonuses = {} }, seat) => ({
    routes,
    bonuses,
    tickets: tickets.map((points, ticket) => ({ ticket, points })),
    total: totals[seat],
    rank: 1 + totals.filter((one) => one > (totals[seat] ?? 0)).length,
  }));
  const winners = seats.flatMap(({ rank }, seat) => (rank === 1 ? [seat] : []));
  return { seats, winners } as unknown as Score;
}

test("all points are revealed once, routes first, failed tickets before completed ones", () => {
  const score = ended({ routes: 30, tickets: [8, -5] }, { routes: 40, tickets: [-9, 4] });
  const items = itemsOf(score, mega);
  expect(items.slice(0, 2).map(({ rule }) => rule)).toEqual(["routes", "routes"]);
  expect(items.slice(2).map(({ points }) => points)).toEqual([-5, 8, -9, 4]);
  score.seats.forEach(({ total }, seat) => expect(sumOf(items, seat)).toBe(total));
});

test("what decides comes last: until then somebody else leads", () => {
  const byPath = ended(
    { routes: 50, tickets: [10], bonuses: { longest_path: 10 } },
    { routes: 40, tickets: [25] },
  );
  const byTickets = ended(
    { routes: 50, tickets: [10, 20] },
    { routes: 60, tickets: [5], bonuses: { longest_path: 10 } },
  );
  const byGlobetrotter = ended(
    { routes: 50, tickets: [10], bonuses: { globetrotter: 15 } },
    { routes: 48, tickets: [12], bonuses: { longest_path: 10 } },
  );
  const lasts = [byPath, byTickets, byGlobetrotter].map((score) => {
    const items = itemsOf(score, mega);
    expect(leadersOf(items.slice(0, -1))).not.toBe(leadersOf(items));
    return items.at(-1)?.rule;
  });
  expect(lasts).toEqual(["longest_path", "done", "globetrotter"]);
});

test("where nothing decides alone, the winner’s last points come last", () => {
  const score = ended({ routes: 90, tickets: [20] }, { routes: 10, tickets: [5] });
  expect(itemsOf(score, mega).at(-1)).toMatchObject({ seat: 0, points: 20 });
});
