/** The ornaments of each built-in map: where its hills and woods are, and what its plaque says. */
import type { Layout } from "../src/board/layout";
import type { Point } from "../src/board/plane";
import type { Line } from "./lines";
import { EAST_RIVER, HARBOR, HUDSON } from "./new_york";
import { Ornaments } from "./ornaments";
import type { Pen } from "./pen";
import { SEAS } from "./usa";

/** The ranges of North America, roughly from north to south. */
const RANGES: Line[] = [
  [
    [-121, 52],
    [-118, 50.2],
    [-115, 48.6],
    [-113.4, 46.6],
    [-110.4, 44.6],
    [-108.4, 42.8],
  ],
  [
    [-117.2, 51.6],
    [-114.6, 49.4],
    [-112.2, 47.4],
    [-109.2, 45],
    [-107, 43],
  ],
  [
    [-106.6, 41],
    [-106.2, 39.4],
    [-106.4, 37.6],
    [-105.6, 36],
    [-105.9, 34],
    [-105, 31],
  ],
  [
    [-107.6, 40.4],
    [-107.6, 38.4],
    [-108, 36.6],
  ],
  [
    [-121.8, 48.4],
    [-121.7, 46],
    [-122, 43.6],
    [-121.4, 41],
    [-120, 38.8],
    [-118.6, 36.8],
    [-118, 35.4],
  ],
  [
    [-116.4, 40.8],
    [-115.2, 39.2],
    [-114.8, 38],
  ],
  [
    [-112, 41.6],
    [-111.6, 39.6],
    [-112.6, 37.8],
  ],
  [
    [-84.6, 34.8],
    [-82.6, 36],
    [-80.9, 37.4],
    [-79.3, 39],
    [-77.6, 40.8],
    [-75, 42.2],
  ],
  [
    [-74, 44],
    [-72.4, 44],
    [-70.6, 45.2],
  ],
  [
    [-108, 28.4],
    [-106.6, 26.4],
    [-105.4, 24.6],
  ],
  [
    [-103, 27.6],
    [-101.4, 25.6],
    [-100.4, 24],
  ],
];

const WOODS: Line[] = [
  [
    [-125, 55],
    [-119, 54],
    [-113, 53.8],
    [-106, 53.8],
    [-100, 53.4],
    [-94, 52.6],
  ],
  [
    [-110, 52.6],
    [-104, 52.4],
    [-98, 52.2],
    [-92, 51.4],
    [-87, 50.8],
  ],
  [
    [-93, 50.4],
    [-89, 50],
    [-85, 49.4],
    [-81, 48.8],
    [-77, 48.4],
    [-73, 48],
  ],
  [
    [-84, 51],
    [-80, 50.2],
    [-76, 49.8],
    [-71, 49.4],
    [-67, 49],
  ],
  [
    [-69.6, 46.8],
    [-68.4, 46],
    [-66.6, 46.4],
  ],
  [
    [-92.6, 46.2],
    [-90.6, 45.4],
    [-89.2, 45],
  ],
];

export function decorate(pen: Pen, layout: Layout, board: string, north: Point): void {
  const ornaments = new Ornaments(pen, layout);
  if (board === "USA") {
    ornaments.plaque("North America", "by rail", "train");
    ornaments.compass(north);
    ornaments.steamer([-72, 30]);
    ornaments.hills(RANGES);
    ornaments.firs(WOODS);
    ornaments.waves(SEAS);
  } else if (board === "New York") {
    ornaments.compass(north);
    ornaments.steamer([-74.024, 40.694]);
    ornaments.waves([HUDSON, EAST_RIVER, HARBOR]);
  } else ornaments.compass(north);
}
