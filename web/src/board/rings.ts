/** A city that belongs to a ticket: both ends have the same letter. */
export interface Ring {
  city: string;
  letter: string;
  /** The ticket is completed; the ring pulses once. */
  done?: boolean;
}
