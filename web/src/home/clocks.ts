/** The clocks that a table can have, by name. */
import type { ClockOptions } from "../protocol";

export type ClockName = "none" | "quick" | "easy" | "day" | "week";

export const clocks: Record<ClockName, ClockOptions | null> = {
  none: null,
  quick: { turn_seconds: 45, bank_seconds: 120 },
  easy: { turn_seconds: 90, bank_seconds: 600 },
  day: { turn_seconds: 86_400, bank_seconds: 0 },
  week: { turn_seconds: 7 * 86_400, bank_seconds: 0 },
};

/** Clocks for people who sit at the table together. */
export const LIVE = ["quick", "easy"] as const;
export type LiveClock = (typeof LIVE)[number];
