/** All that is needed to draw a board: the built-in ones are prepared, others are laid out. */
import type { BoardData } from "./edition";
import type { Layout } from "./layout";
import type { Quarter } from "./quarters";
import type { Drawn } from "./scenery";

export interface Scene extends Drawn {
  quarters: readonly Quarter[];
}

/** A sheet for a landscape screen, or for a phone held upright. */
export type Shape = "wide" | "tall";

type Maps = Record<Shape, () => Promise<{ default: unknown }>>;

const PREPARED: Record<string, Maps> = {
  USA: {
    wide: () => import("./generated/usa_wide.json"),
    tall: () => import("./generated/usa_tall.json"),
  },
  London: {
    wide: () => import("./generated/london_wide.json"),
    tall: () => import("./generated/london_tall.json"),
  },
  "New York": {
    wide: () => import("./generated/new_york_wide.json"),
    tall: () => import("./generated/new_york_tall.json"),
  },
};

/** By the window, not by the map's box: a sheet that opens below the map must not turn the board. */
export const UPRIGHT_WINDOW = "(max-aspect-ratio: 4/5)";

function shapeNow(): Shape {
  return matchMedia(UPRIGHT_WINDOW).matches ? "tall" : "wide";
}

/** The map of a built-in edition can come while the edition itself is on its way. */
export function expectMap(edition: string): void {
  const name = Object.keys(PREPARED).find((name) =>
    edition.startsWith(name.toLowerCase().replace(" ", "_")),
  );
  // Whoever needs it will ask again, and hear what went wrong.
  void PREPARED[name ?? ""]?.[shapeNow()]().catch(() => undefined);
}

const scenes = new Map<string, Promise<Scene>>();

/** The scene of a board; the same promise for the same board. */
export function sceneOf(board: BoardData, shape: Shape = shapeNow()): Promise<Scene> {
  const key = JSON.stringify([shape, board.name, board.cities, board.routes, board.districts]);
  const known = scenes.get(key);
  if (known) return known;
  const made = makeScene(board, shape);
  scenes.set(key, made);
  return made;
}

async function makeScene(board: BoardData, shape: Shape): Promise<Scene> {
  const coming = board.districts.length ? import("./quarters") : null;
  const map = (await PREPARED[board.name]?.[shape]())?.default as Drawn | undefined;
  const isPrepared = map && isFor(board, map.layout);
  const drawn = isPrepared ? map : (await import("./ownBoard")).drawOwn(board);
  return { ...drawn, quarters: (await coming)?.quartersOf(board.districts, drawn.layout) ?? [] };
}

/** Somebody's own board may have a built-in one's name. */
function isFor({ cities, routes }: BoardData, layout: Layout): boolean {
  return (
    cities.every(({ id }) => id in layout.cities) &&
    routes.every(({ id, length }) => layout.spaces[id]?.length === length) &&
    Object.keys(layout.cities).length === cities.length &&
    Object.keys(layout.spaces).length === routes.length
  );
}
