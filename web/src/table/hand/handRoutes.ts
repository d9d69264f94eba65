/** The routes that a hand without a map lists: those it can claim, and those its tickets need. */
import type { Edition, Route } from "../../board/edition";
import { routeOf } from "../../texts/names";

/** A ticket that is to do: its letter, and the routes that it still needs. */
export interface Need {
  letter: string;
  routes: readonly string[];
}

export interface HandRoute extends Route {
  /** Of the tickets that need it, in order. */
  letters: string[];
}

export interface HandRoutes {
  claimable: HandRoute[];
  /** What tickets need besides. */
  needed: HandRoute[];
}

/** Either track of a double route will do, so that each road is listed once. */
export function handRoutes(
  edition: Edition,
  claimable: ReadonlySet<string>,
  needs: readonly Need[],
): HandRoutes {
  const isSame = (one: Route, id: string) => one.id === id || one.twin === id;
  const lettersOf = (route: Route) =>
    needs.filter(({ routes }) => routes.some((id) => isSame(route, id))).map((one) => one.letter);
  const listed = (ids: Iterable<string>) =>
    roads([...ids].flatMap((id) => routeOf(edition, id) ?? []))
      .map((route) => ({ ...route, letters: lettersOf(route) }))
      .sort((one, other) => other.letters.length - one.letters.length || other.length - one.length);
  const mine = listed(claimable);
  const isListed = (id: string) => mine.some((route) => isSame(route, id));
  const rest = needs.flatMap(({ routes }) => routes).filter((id) => !isListed(id));
  return { claimable: mine, needed: listed(new Set(rest)) };
}

function roads(routes: Route[]): Route[] {
  return routes.filter(
    ({ twin }, place) => !routes.slice(0, place).some((other) => other.id === twin),
  );
}
