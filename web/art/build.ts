/** Settle each built-in board and draw the land below it, once, so that the browser need not. */
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import london from "../fixtures/london.json";
import newYork from "../fixtures/new_york.json";
import usa from "../fixtures/usa.json";
import type { Edition } from "../src/board/edition";
import { layOut, settleBoard } from "../src/board/layout";
import type { Layout, Settled } from "../src/board/layout";
import { posed, projectionFor } from "../src/board/plane";
import type { Point, Pose, Projection } from "../src/board/plane";
import type { Drawn } from "../src/board/scenery";
import { decorate } from "./decorate";
import { drawLondon } from "./london";
import { drawNewYork } from "./new_york";
import { Pen } from "./pen";
import { POSES } from "./poses";
import { drawUsa } from "./usa";

type Draw = (pen: Pen, layout: Layout) => void;

const MAPS: [string, Edition, Draw][] = [
  ["usa", usa as unknown as Edition, drawUsa],
  ["london", london as unknown as Edition, drawLondon],
  ["new_york", newYork as unknown as Edition, drawNewYork],
];

export function drawAll(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, edition, draw] of MAPS)
    for (const [shape, pose] of Object.entries(POSES[edition.board.name]!)) {
      const text = JSON.stringify(drawn(edition, pose, draw));
      writeFileSync(`${folder}${name}_${shape}.json`, text);
      if (process.env.SIZES) tellSize(`${name}, ${shape}`, text);
    }
}

function tellSize(name: string, text: string): void {
  const size = (gzipSync(text).length / 1000).toFixed(1);
  console.log(`${name}: ${(text.length / 1000).toFixed(0)} kB, ${size} kB gzipped`);
}

function drawn({ board }: Edition, pose: Pose, draw: Draw): Drawn {
  const { sheet, ...loose } = settleBoard(board, pose);
  const settled = rounded(loose, 1000);
  const project = posed(projectionFor(board.cities), pose);
  const layout = rounded(layOut(board, settled), 100);
  const pen = new Pen(
    (lon, lat) => sheet.at(project(lon, lat)),
    board.cities.map((city) => [sheet.at(project(city.lon, city.lat)), settled.cities[city.id]!]),
    layout.frame,
  );
  draw(pen, layout);
  decorate(pen, layout, board.name, north(project, board.cities[0]!));
  return { layout, scenery: pen.scenery };
}

/** Which way north lies on the sheet. */
function north(project: Projection, { lon, lat }: { lon: number; lat: number }): Point {
  const [from, to] = [project(lon, lat - 0.01), project(lon, lat + 0.01)];
  return [to[0] - from[0], to[1] - from[1]];
}

function rounded<T extends Settled | Layout>(exact: T, parts: number): T {
  const round = (_: string, value: unknown): unknown =>
    typeof value === "number" ? Math.round(value * parts) / parts : value;
  return JSON.parse(JSON.stringify(exact, round)) as T;
}
