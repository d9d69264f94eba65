/** What a game is that somebody wants to play, in one line. */
import { clocks, LIVE } from "../home/clocks";
import type { ClockOptions, GameWanted } from "../protocol";
import { shelf } from "../stores/editions.svelte";
import { t } from "../texts/index.svelte";
import { say } from "./finding/findWords";

export const editionName = (id: string) =>
  shelf.editions.find((line) => line.id === id)?.name ?? id;

function clockText(clock: ClockOptions): string {
  const known = LIVE.find((name) => clocks[name]?.turn_seconds === clock.turn_seconds);
  return known ? t(`options.clock.${known}`) : `${clock.turn_seconds} s + ${clock.bank_seconds} s`;
}

export const gameText = ({ edition, seats, clock, rated }: GameWanted) =>
  [
    editionName(edition),
    say("players", { n: seats }),
    clockText(clock),
    say(rated ? "counts" : "unrated"),
  ].join(" · ");
