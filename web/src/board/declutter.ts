/** Which names are shown, and how large, when the board is small on the screen. */
import type { BoardData, City } from "./edition";
import { FONT_SIZE, possibleLabels } from "./labels";
import type { Label } from "./labels";
import type { Layout } from "./layout";
import type { Box, Point } from "./plane";
import { RADIUS, WIDTH } from "./roads";

/** Names are never smaller than that on the screen. */
const SMALLEST = 10.8;
/** Nor much larger than that. */
const LARGEST = 24;
/** A name that covers more spaces than that is left out, until somebody looks closer. */
const MOST_COVERED = 2;
/** By so much a name is nearer to its own city than to any other. */
const APART = RADIUS / 2;

export interface ShownNames {
  /** How many times larger than on the sheet. */
  size: number;
  /** City -> where its name stands; cities whose name is not shown are missing. */
  shown: Map<string, Label>;
}

/** Large enough to be read, and not larger than needed when somebody looks closely. */
function sizeAt(scale: number): number {
  const onScreen = FONT_SIZE * scale;
  return Math.max(SMALLEST / onScreen, Math.min(1, Math.max(0.6, LARGEST / onScreen)));
}

/** Names that fit side by side at that scale; those of `first` before others, then the busiest. */
export function namesToShow(
  board: BoardData,
  layout: Layout,
  scale: number,
  first: ReadonlySet<string> = new Set(),
): ShownNames {
  const size = sizeAt(scale);
  if (size <= 1) return { size, shown: new Map(Object.entries(layout.labels)) };
  const busy = ({ id }: City): number =>
    board.routes.filter((route) => route.cities.includes(id)).length + (first.has(id) ? 100 : 0);
  const dots = Object.values(layout.cities);
  const spaces = Object.values(layout.spaces).flat();
  /** Of several places for a name the first that covers no space, else the one that covers fewest. */
  const clearest = (labels: Label[], home: Point, isWanted: boolean): Label | undefined => {
    const reach = size * Math.max(0, ...labels.map((one) => one.width + one.height));
    const near = spaces.filter(({ x, y }) => Math.abs(x - home[0]) + Math.abs(y - home[1]) < reach);
    const covers = (label: Label): number => {
      const box = boxOf(home, label, size);
      return near.filter(({ x, y }) => isIn([x, y], box, WIDTH / 2)).length;
    };
    let best: Label | undefined;
    let fewest = Infinity;
    for (const label of labels) {
      const covered = covers(label);
      if (covered < fewest) [best, fewest] = [label, covered];
      if (fewest === 0) break;
    }
    return fewest <= MOST_COVERED || isWanted ? best : undefined;
  };
  const taken: Box[] = [];
  const shown = new Map<string, Label>();
  for (const city of [...board.cities].sort((a, b) => busy(b) - busy(a))) {
    const usual = layout.labels[city.id]!;
    const home = layout.cities[city.id]!;
    const isFree = (label: Label): boolean => {
      const box = boxOf(home, label, size);
      return isInside(box, layout.frame) && taken.every((other) => !overlaps(box, other));
    };
    /** Nobody takes it for the name of another city. */
    const isAtHome = (label: Label): boolean => {
      const box = boxOf(home, label, size);
      const near = gap(home, box) + APART;
      return dots.every((dot) => dot === home || gap(dot, box) > near);
    };
    const isWanted = first.has(city.id);
    // Rings grow with the names, and need their room.
    const places = possibleLabels(city.name, isWanted ? 1 : size).filter(isFree);
    const label =
      clearest(places.filter(isAtHome), home, isWanted) ?? (isWanted ? usual : undefined);
    if (!label) continue;
    taken.push(boxOf(home, label, size));
    shown.set(city.id, label);
  }
  return { size, shown };
}

/** Where a city's name lies on the sheet when it is drawn so much larger. */
export function boxOf([x, y]: Point, label: Label, size = 1): Box {
  return {
    left: x + size * (label.x - label.width / 2),
    top: y + size * (label.y - label.height / 2),
    width: size * label.width,
    height: size * label.height,
  };
}

export function isInside(box: Box, frame: Box): boolean {
  return (
    box.left >= frame.left &&
    box.top >= frame.top &&
    box.left + box.width <= frame.left + frame.width &&
    box.top + box.height <= frame.top + frame.height
  );
}

export function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

/** How far a point is from a box; not at all inside it. */
export function gap([x, y]: Point, box: Box): number {
  const across = Math.max(box.left - x, 0, x - box.left - box.width);
  const along = Math.max(box.top - y, 0, y - box.top - box.height);
  return Math.hypot(across, along);
}

function isIn([x, y]: Point, box: Box, margin: number): boolean {
  return (
    x > box.left - margin &&
    x < box.left + box.width + margin &&
    y > box.top - margin &&
    y < box.top + box.height + margin
  );
}
