/** Where everything goes on a drawn board: cities near their place on the globe, all with room. */
import type { BoardData } from "./edition";
import { chooseLabels, labelDots } from "./chooseLabels";
import type { Label } from "./labels";
import { UPRIGHT, posed, projectionFor } from "./plane";
import type { Box, Point, Pose } from "./plane";
import { settle } from "./settle";
import { Sheet } from "./sheet";
import { fanOut } from "./fans";
import { framing, spacesOf } from "./spaces";
import type { Spaces } from "./spaces";

export interface Layout {
  frame: Box;
  cities: Record<string, Point>;
  labels: Record<string, Label>;
  spaces: Spaces;
}

/** What is worked out once and can be kept: the rest of a layout follows from it. */
export interface Settled {
  cities: Record<string, Point>;
  /** First route of a road -> its bend, and how far from each of its cities its spaces begin. */
  bends: Record<string, number>;
  reaches: Record<string, [number, number]>;
  labels: Record<string, Label>;
}

/** Settle cities and roads, then make room for the names and settle again. */
export function settleBoard(board: BoardData, pose: Pose = UPRIGHT): { sheet: Sheet } & Settled {
  const project = posed(projectionFor(board.cities), pose);
  const sheet = new Sheet(
    board,
    board.cities.map((city) => project(city.lon, city.lat)),
  );
  const names = board.cities.map((city) => city.name);
  settle(sheet, 300, 3);
  let labels: Label[] = [];
  for (let round = 0; round < 5; round++) {
    labels = chooseLabels(names, sheet.places, sheet.outlines());
    if (round === 4) break;
    sheet.labelDots = labels.flatMap((label, city) =>
      labelDots(label).map(([dx, dy]) => ({ city, dx, dy })),
    );
    settle(sheet, 120, 2);
  }
  const byCity = <T>(values: readonly T[]): Record<string, T> =>
    Object.fromEntries(board.cities.map((city, n) => [city.id, values[n]!]));
  const settled = {
    cities: byCity(sheet.places.map(([x, y]): Point => [x, y])),
    bends: Object.fromEntries(sheet.roads.map((road, n) => [road.routes[0]!.id, sheet.bends[n]!])),
    labels: byCity(labels),
    reaches: {},
  };
  return { sheet, ...settled, reaches: fanOut(board, settled) };
}

/** Everything that is drawn, from what was settled. */
export function layOut(board: BoardData, settled: Settled): Layout {
  const spaces = spacesOf(board, settled);
  return {
    frame: framing(settled, spaces),
    cities: settled.cities,
    labels: settled.labels,
    spaces,
  };
}
