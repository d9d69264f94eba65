/** What a person mended by hand after looking at the drawn boards. */
import type { Nudges } from "../src/board/sheet";

export const NUDGES: Record<string, Nudges> = {
  usa: {},
  london: {},
  new_york: {},
};
