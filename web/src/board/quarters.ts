/** Districts as tinted quarters of the map: each point belongs to its nearest city. */
import type { District } from "./edition";
import type { Layout } from "./layout";
import type { Point } from "./plane";

/** How far quarters reach beyond the frame, in its sizes. */
const FAR = 2;

export interface Quarter {
  district: District;
  d: string;
}

/** The cells of a district's cities, one path for all of them. */
export function quartersOf(districts: readonly District[], layout: Layout): Quarter[] {
  return districts.map((district) => ({
    district,
    d: district.cities.map((city) => pathOf(cellOf(city, layout))).join(""),
  }));
}

/** All that is nearer to a city than to any other. */
function cellOf(city: string, { cities, frame }: Layout): Point[] {
  const [x, y] = cities[city]!;
  const [left, right] = [frame.left - FAR * frame.width, frame.left + (1 + FAR) * frame.width];
  const [top, bottom] = [frame.top - FAR * frame.height, frame.top + (1 + FAR) * frame.height];
  let cell: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  for (const [other, [ox, oy]] of Object.entries(cities)) {
    if (other === city) continue;
    const [nx, ny] = [ox - x, oy - y];
    const limit = (ox * ox + oy * oy - x * x - y * y) / 2;
    cell = cut(cell, (point) => limit - point[0] * nx - point[1] * ny);
  }
  return cell;
}

function cut(ring: readonly Point[], inside: (point: Point) => number): Point[] {
  const kept: Point[] = [];
  ring.forEach((point, n) => {
    const last = ring[(n + ring.length - 1) % ring.length]!;
    const [now, before] = [inside(point), inside(last)];
    if (now >= 0 !== before >= 0) {
      const t = before / (before - now);
      kept.push([last[0] + t * (point[0] - last[0]), last[1] + t * (point[1] - last[1])]);
    }
    if (now >= 0) kept.push(point);
  });
  return kept;
}

function pathOf(ring: readonly Point[]): string {
  return `M${ring.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
