import { RADIUS } from "./roads";

/** How many times larger rings are drawn at most, however large the names are. */
const LARGEST = 1.8;
/** Half the width of a ring with its halo, and a little air. */
const EDGE = 4;

/** A city that belongs to a ticket: both ends have the same letter. */
export interface Ring {
  city: string;
  letter: string;
  /** The ticket is completed; the ring pulses once. */
  done?: boolean;
}

/** Rings grow with the names on a small screen, but not as much. */
export function ringScale(nameSize: number): number {
  return Math.min(nameSize, LARGEST);
}

/** The radius of a city's ring with that number, counted from the inside. */
export function ringRadius(order: number): number {
  return RADIUS + 5 + 4.5 * order;
}

/** How far from a city with so many rings its name must be. */
export function besideRings(count: number): number {
  return count ? ringRadius(count - 1) + EDGE : 0;
}
