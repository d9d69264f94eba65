/** Made-up positions for the demo: the same every time. */
import type { Edition } from "../src/board/edition";
import type { Ring } from "../src/board/rings";

export const STATES = ["empty", "half", "full", "marks", "thumbs"];

interface Shown {
  claims: Record<string, number>;
  closed: Set<string>;
  claimable: Set<string>;
  wanted: Set<string>;
  rings: Ring[];
  dashed: string[];
  cutOff: string[];
  highlight: string[];
  selected: string | null;
  seatNames: string[];
}

export function standing(edition: Edition, state: string): Shown {
  const share = { half: 0.45, full: 0.9, marks: 0.25 }[state] ?? 0;
  const claims = claimed(edition, share);
  const { routes, cities } = edition.board;
  const open = routes.filter((route) => !(route.id in claims));
  const closed = new Set(
    open
      .filter((route, n) => route.twin !== null && route.twin in claims && n % 2)
      .map((route) => route.id),
  );
  const free = open.filter((route) => !closed.has(route.id)).map((route) => route.id);
  const isMarked = state === "marks";
  const tickets = isMarked ? [edition.tickets[0]!, edition.tickets[4]!, edition.tickets[7]!] : [];
  return {
    claims,
    closed,
    claimable: new Set(state === "half" ? free.slice(0, 12) : []),
    wanted: new Set(state === "half" ? free.slice(0, 4) : []),
    rings: tickets.flatMap(({ cities: ends }, n) =>
      ends.map((city) => ({ city, letter: "ABC"[n]!, done: n === 1 })),
    ),
    dashed: isMarked ? way(edition, tickets[0]!.cities) : [],
    cutOff: isMarked ? ["C"] : [],
    highlight: state === "half" ? Object.keys(claims).slice(-1) : [],
    selected: isMarked ? free[Math.floor(free.length / 2)]! : null,
    seatNames: ["Ada", "Ben", "Cleo", "Dan", "Eve"].slice(
      0,
      Math.max(edition.max_seats, cities.length && 2),
    ),
  };
}

function claimed(edition: Edition, share: number): Record<string, number> {
  const claims: Record<string, number> = {};
  edition.board.routes.forEach((route, n) => {
    const dice = Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1;
    if (dice < share) claims[route.id] = Math.floor(dice * 1000) % edition.max_seats;
  });
  return claims;
}

/** Routes of a way with few cities between two. */
function way(edition: Edition, [from, to]: [string, string]): string[] {
  const ways = new Map<string, string[]>([[from, []]]);
  const queue = [from];
  for (let city = queue.shift(); city; city = queue.shift())
    for (const route of edition.board.routes) {
      if (!route.cities.includes(city)) continue;
      const next = route.cities[0] === city ? route.cities[1] : route.cities[0];
      if (ways.has(next)) continue;
      ways.set(next, [...ways.get(city)!, route.id]);
      queue.push(next);
    }
  return ways.get(to) ?? [];
}
