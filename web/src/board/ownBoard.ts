/** A board that nobody has prepared: laid out here, and drawn on an island. */
import type { BoardData } from "./edition";
import { islandOf } from "./island";
import { layOut, settleBoard } from "./layout";
import type { Box } from "./plane";
import type { Drawn } from "./scenery";

/** So much of the sea is seen around the shore. */
const SEA = 60;

export function drawOwn(board: BoardData): Drawn {
  const layout = layOut(board, settleBoard(board));
  return { layout: { ...layout, frame: wider(layout.frame) }, scenery: islandOf(board, layout) };
}

function wider({ left, top, width, height }: Box): Box {
  return { left: left - SEA, top: top - SEA, width: width + 2 * SEA, height: height + 2 * SEA };
}
