/** Points on the flat sheet, and the projection that brings places on the globe there. */

export type Point = readonly [number, number];
export type Projection = (lon: number, lat: number) => Point;

const NEAR_EQUATOR = 10;
const POLE = 88;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A cone around the globe that keeps shapes (Lambert), or a plain grid near the equator; y downwards. */
export function projectionFor(places: readonly { lat: number; lon: number }[]): Projection {
  const lats = places.map((place) => place.lat);
  const lons = unwrapped(places.map((place) => place.lon));
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const center = (Math.min(...lons) + Math.max(...lons)) / 2;
  return Math.abs(middle) < NEAR_EQUATOR ? grid(center, middle) : cone(center, middle);
}

function grid(center: number, middle: number): Projection {
  const narrow = Math.cos(radians(middle));
  return (lon, lat) => [radians(turned(lon - center)) * narrow, -radians(lat)];
}

function cone(center: number, middle: number): Projection {
  const n = Math.sin(radians(middle));
  const stretch = (lat: number): number =>
    Math.tan(Math.PI / 4 + radians(Math.max(-POLE, Math.min(POLE, lat))) / 2) ** n;
  const size = (Math.cos(radians(middle)) * stretch(middle)) / n;
  return (lon, lat) => {
    const rho = size / stretch(lat);
    const turn = n * radians(turned(lon - center));
    return [rho * Math.sin(turn), rho * Math.cos(turn)];
  };
}

/** Longitudes without a jump where a board lies across the date line. */
function unwrapped(lons: number[]): number[] {
  const isAcross = Math.max(...lons) - Math.min(...lons) > 180;
  return isAcross ? lons.map((lon) => (lon < 0 ? lon + 360 : lon)) : lons;
}

function turned(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** How a board lies on its sheet: turned clockwise by so many degrees, then made so much wider. */
export interface Pose {
  turn: number;
  wide: number;
}

/** As the globe has it, north up. */
export const UPRIGHT: Pose = { turn: 0, wide: 1 };

/** The projection onto a sheet that is turned and stretched; areas stay as large as they were. */
export function posed(project: Projection, { turn, wide }: Pose): Projection {
  const [c, s] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  const stretch = Math.sqrt(wide);
  return (lon, lat) => {
    const [x, y] = project(lon, lat);
    return [(x * c - y * s) * stretch, (x * s + y * c) / stretch];
  };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around some points, with a margin. */
export function boxAround(points: readonly Point[], margin = 0): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return {
    left,
    top,
    width: Math.max(...xs) + margin - left,
    height: Math.max(...ys) + margin - top,
  };
}
