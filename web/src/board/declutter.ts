/** Which names are shown, and how large, when the board is small on the screen. */
import type { BoardData } from "./edition";
import { FONT_SIZE } from "./labels";
import type { Layout } from "./layout";
import type { Box } from "./plane";
import { RADIUS } from "./roads";

/** Names are never smaller than that on the screen. */
const SMALLEST = 11.5;

export interface ShownNames {
  /** How many times larger than on the sheet. */
  size: number;
  shown: Set<string>;
}

/** Names that fit side by side at that scale; those of `first` before others, then the busiest. */
export function namesToShow(
  board: BoardData,
  layout: Layout,
  scale: number,
  first: ReadonlySet<string> = new Set(),
): ShownNames {
  const size = Math.max(1, SMALLEST / (FONT_SIZE * scale));
  if (size === 1) return { size, shown: new Set(board.cities.map((city) => city.id)) };
  const busy = (id: string): number =>
    board.routes.filter((route) => route.cities.includes(id)).length + (first.has(id) ? 100 : 0);
  const taken: Box[] = [];
  const shown = new Set<string>();
  const order = board.cities.map((city) => city.id).sort((a, b) => busy(b) - busy(a));
  for (const id of order) {
    const box = boxOf(id, layout, size);
    const coversCity = Object.entries(layout.cities).some(
      ([other, [x, y]]) => other !== id && isIn(x, y, box, RADIUS / 2),
    );
    const isFree = taken.every((other) => !overlaps(box, other)) && !coversCity;
    if (!isFree && !first.has(id)) continue;
    taken.push(box);
    shown.add(id);
  }
  return { size, shown };
}

/** Where a name lies on the sheet when it is drawn so much larger. */
export function boxOf(city: string, layout: Layout, size = 1): Box {
  const [x, y] = layout.cities[city]!;
  const label = layout.labels[city]!;
  return {
    left: x + size * (label.x - label.width / 2),
    top: y + size * (label.y - label.height / 2),
    width: size * label.width,
    height: size * label.height,
  };
}

export function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

function isIn(x: number, y: number, box: Box, margin: number): boolean {
  return (
    x > box.left - margin &&
    x < box.left + box.width + margin &&
    y > box.top - margin &&
    y < box.top + box.height + margin
  );
}
