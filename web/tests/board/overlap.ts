/** How much two drawn shapes share, worked out the slow and obvious way. */
import type { Point } from "../../src/board/plane";

/** The area that two convex shapes share: one is cut along every edge of the other. */
export function sharedArea(one: readonly Point[], other: readonly Point[]): number {
  let rest = [...turning(one)];
  const cutter = turning(other);
  cutter.forEach((from, n) => {
    const to = cutter[(n + 1) % cutter.length]!;
    const side = ([x, y]: Point): number =>
      (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    const kept: Point[] = [];
    rest.forEach((point, m) => {
      const last = rest[(m + rest.length - 1) % rest.length]!;
      const [now, before] = [side(point), side(last)];
      if (now >= 0 !== before >= 0) {
        const t = before / (before - now);
        kept.push([last[0] + t * (point[0] - last[0]), last[1] + t * (point[1] - last[1])]);
      }
      if (now >= 0) kept.push(point);
    });
    rest = kept;
  });
  return Math.abs(signedArea(rest));
}

export function signedArea(ring: readonly Point[]): number {
  return (
    ring.reduce((sum, [x, y], n) => {
      const [px, py] = ring[(n + ring.length - 1) % ring.length]!;
      return sum + px * y - x * py;
    }, 0) / 2
  );
}

/** The same shape with its corners in the order that `sharedArea` cuts by. */
function turning(ring: readonly Point[]): Point[] {
  return signedArea(ring) >= 0 ? [...ring] : [...ring].reverse();
}
