/** What a claim brings, in words: the bonuses it completes, and how one then stands for others. */
import type { ClaimEffects, GlobetrotterEffect, PathEffect } from "../../protocol";
import { list, t } from "../../texts/index.svelte";
import { cityName, seatName, type Reader } from "../../texts/names";

/** "Completes district 1: +1", "Reaches Central Park: +1". */
export function bonusTexts(reader: Reader, { districts, attractions }: Bonuses): string[] {
  const { board } = reader.edition;
  const joined = districts.flatMap((place) => board.districts[place] ?? []);
  const reached = board.cities.filter(({ id }) => attractions.includes(id));
  return [
    ...joined.map(({ id, points }) => t("route.district", { id, points })),
    ...reached.map(({ id, attraction }) =>
      t("route.attraction", { name: cityName(reader.edition, id), points: attraction }),
    ),
  ];
}

type Bonuses = Pick<ClaimEffects, "districts" | "attractions">;

/** The longest path and Globetrotter, where the edition has them. */
export function standingTexts(reader: Reader, { path, globetrotter }: Standings): string[] {
  return [
    ...(path ? [pathText(reader, path)] : []),
    ...(globetrotter ? [globetrotterText(globetrotter)] : []),
  ];
}

type Standings = Pick<ClaimEffects, "path" | "globetrotter">;

function pathText(reader: Reader, { length, others, seats }: PathEffect): string {
  const names = list(seats.map((seat) => seatName(reader, seat)));
  if (length > others) return t("route.path.hold", { length });
  if (length === others) return t("route.path.shared", { length, names });
  return t("route.path.behind", { length, names, most: others, n: seats.length });
}

function globetrotterText({ completed, others }: GlobetrotterEffect): string {
  const held = t("players.tickets", { n: others });
  return t("route.globetrotter", { n: completed, others: held });
}
