/** What the board says to people who listen to it, in the reader's language. */
import type { Edition } from "../board/edition";
import type { BoardWords } from "../board/spoken";
import { t } from "./index.svelte";
import { colorName } from "./names";

export function boardWords(edition: Edition): BoardWords {
  return {
    board: (name) => t("board.is", { name }),
    road: (from, to, length, lanes) =>
      t("board.road", {
        from,
        to,
        n: length,
        lanes: lanes.map(({ color, state }) => `${color}, ${state}`).join("; "),
      }),
    open: t("board.open"),
    closed: t("board.closed"),
    claimedBy: (name) => t("board.claimed", { name }),
    color: (color) => (color === "gray" ? t("route.any") : colorName(edition, color)),
    city: (name, roads) => t("board.city", { name, n: roads }),
    attraction: (points) => t("board.attraction", { n: points }),
    zoomIn: t("board.zoom_in"),
    zoomOut: t("board.zoom_out"),
    whole: t("board.whole"),
  };
}
