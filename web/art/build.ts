/** Settle each built-in board and draw the land below it, once, so that the browser need not. */
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import london from "../fixtures/london.json";
import newYork from "../fixtures/new_york.json";
import usa from "../fixtures/usa.json";
import type { Edition } from "../src/board/edition";
import { layOut, settleBoard } from "../src/board/layout";
import type { Layout, Settled } from "../src/board/layout";
import { projectionFor } from "../src/board/plane";
import type { Drawn } from "../src/board/scenery";
import { drawLondon } from "./london";
import { drawNewYork } from "./new_york";
import { Pen } from "./pen";
import { drawUsa } from "./usa";

const MAPS: [string, Edition, (pen: Pen) => void][] = [
  ["usa", usa as unknown as Edition, drawUsa],
  ["london", london as unknown as Edition, drawLondon],
  ["new_york", newYork as unknown as Edition, drawNewYork],
];

export function drawAll(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, edition, draw] of MAPS) {
    const text = JSON.stringify(drawn(edition, draw));
    writeFileSync(`${folder}${name}.json`, text);
    const size = (gzipSync(text).length / 1000).toFixed(1);
    console.log(`${name}: ${(text.length / 1000).toFixed(0)} kB, ${size} kB gzipped`);
  }
}

function drawn({ board }: Edition, draw: (pen: Pen) => void): Drawn {
  const { sheet, ...loose } = settleBoard(board);
  const settled = rounded(loose, 1000);
  const project = projectionFor(board.cities);
  const layout = rounded(layOut(board, settled), 100);
  const pen = new Pen(
    (lon, lat) => sheet.at(project(lon, lat)),
    board.cities.map((city) => [sheet.at(project(city.lon, city.lat)), settled.cities[city.id]!]),
    layout.frame,
  );
  draw(pen);
  return { layout, scenery: pen.scenery };
}

function rounded<T extends Settled | Layout>(exact: T, parts: number): T {
  const round = (_: string, value: unknown): unknown =>
    typeof value === "number" ? Math.round(value * parts) / parts : value;
  return JSON.parse(JSON.stringify(exact, round)) as T;
}
