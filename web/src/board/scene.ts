/** All that is needed to draw a board: the built-in ones are prepared, others are laid out here. */
import type { BoardData } from "./edition";
import { islandOf } from "./island";
import { layOut, settleBoard } from "./layout";
import type { Layout } from "./layout";
import type { Box } from "./plane";
import type { Drawn, Scenery } from "./scenery";

export interface Scene {
  layout: Layout;
  scenery: Scenery;
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

const SEA = 60;

const scenes = new Map<string, Promise<Scene>>();

/** The scene of a board; the same promise for the same board. */
export function sceneOf(board: BoardData, shape: Shape = shapeNow()): Promise<Scene> {
  const key = JSON.stringify([shape, board.name, board.cities, board.routes]);
  const known = scenes.get(key);
  if (known) return known;
  const made = makeScene(board, shape);
  scenes.set(key, made);
  return made;
}

async function makeScene(board: BoardData, shape: Shape): Promise<Scene> {
  const drawn = (await PREPARED[board.name]?.[shape]())?.default as Drawn | undefined;
  if (drawn && isFor(board, drawn.layout)) return drawn;
  const layout = layOut(board, settleBoard(board));
  return { layout: { ...layout, frame: wider(layout.frame) }, scenery: islandOf(board, layout) };
}

/** So that the shore is seen. */
function wider({ left, top, width, height }: Box): Box {
  return { left: left - SEA, top: top - SEA, width: width + 2 * SEA, height: height + 2 * SEA };
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
