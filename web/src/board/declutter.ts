/** How large names are, and where they stand, when the board is small on the screen. */
import type { Size } from "./camera";
import { fittingScale } from "./camera";
import type { BoardData, City } from "./edition";
import { FONT_SIZE, ledLabels, possibleLabels, shortened } from "./labels";
import type { Label } from "./labels";
import type { Layout } from "./layout";
import type { Box, Point } from "./plane";
import { besideRings, ringScale } from "./rings";
import { RADIUS, WIDTH } from "./roads";
import type { Space } from "./spaces";

/** Names are never smaller than that on a phone, and on anything larger. */
const SMALLEST = { phone: 11, desk: 13 };
/** A map that is narrower is a phone's. */
const PHONE = 620;
/** Nor much larger than that. */
const LARGEST = 24;
/** A name may cover so many spaces before it is shortened, or led away from its city. */
const MOST_COVERED = 2;
/** By so much a name is nearer to its own city than to any other. */
const APART = 0.8 * RADIUS;

/** What each thing costs that a name would better not do. */
const COST = { name: 1000, outside: 600, dot: 300, elsewhere: 60, space: 4 };

export interface ShownNames {
  /** How many times larger than on the sheet. */
  size: number;
  /** City -> where its name stands. Every city has one. */
  shown: Map<string, Label>;
  /** What is seen of the sheet when the whole board is. */
  seen: Box;
}

/** Large enough to be read, and not larger than needed when somebody looks closely. */
function sizeAt(scale: number, view: Size): number {
  const onScreen = FONT_SIZE * scale;
  const smallest = view.width < PHONE ? SMALLEST.phone : SMALLEST.desk;
  return Math.max(smallest / onScreen, Math.min(1, Math.max(0.6, LARGEST / onScreen)));
}

/**
 * The names of all cities at that scale; those of `ringed` ones, named once for every ring, choose
 * their places before others, and none is written where something is `taken` already.
 */
export function namesToShow(
  board: BoardData,
  layout: Layout,
  scale: number,
  view: Size,
  ringed: readonly string[] = [],
  taken: readonly Box[] = [],
): ShownNames {
  const size = sizeAt(scale, view);
  const seen = wholeView(layout.frame, view);
  const rings = (id: string): number => ringed.filter((city) => city === id).length;
  const near = (id: string): number => (besideRings(rings(id)) * ringScale(size)) / size;
  const shown = new Map(Object.entries(layout.labels));
  if (size <= 1) {
    for (const id of ringed) shown.set(id, pushed(shown.get(id)!, near(id)));
    return { size, shown, seen };
  }
  const busy = ({ id }: City): number =>
    board.routes.filter((route) => route.cities.includes(id)).length + 100 * rings(id);
  const room = new Room(layout, size, seen, taken);
  for (const { id, name } of [...board.cities].sort((a, b) => busy(b) - busy(a)))
    shown.set(id, room.place(layout.cities[id]!, name, near(id)));
  return { size, shown, seen };
}

/** The same label, at least so far from its city. */
function pushed(label: Label, far: number): Label {
  const [x, y] = nearestIn([0, 0], boxOf([0, 0], label));
  const by = Math.max(0, far / Math.hypot(x, y) - 1);
  return { ...label, x: label.x + by * x, y: label.y + by * y };
}

/** All of the sheet that is seen when the whole frame is. */
function wholeView(frame: Box, view: Size): Box {
  if (!view.width || !view.height) return frame;
  const scale = fittingScale(frame, view);
  const [width, height] = [view.width / scale, view.height / scale];
  return {
    left: frame.left - (width - frame.width) / 2,
    top: frame.top - (height - frame.height) / 2,
    width,
    height,
  };
}

/** The sheet while names are put onto it, one after the other. */
class Room {
  readonly #taken: Box[];
  readonly #dots: Point[];
  readonly #spaces: Space[];

  constructor(
    layout: Layout,
    private readonly size: number,
    private readonly seen: Box,
    taken: readonly Box[],
  ) {
    this.#taken = [...taken];
    this.#dots = Object.values(layout.cities);
    this.#spaces = Object.values(layout.spaces).flat();
  }

  /** Beside its city if it can be; else shortened; else away from it, with a line that leads there. */
  place(home: Point, name: string, near: number): Label {
    const short = shortened(name);
    const ways = [
      () => possibleLabels(name, this.size),
      () => (short === name ? [] : possibleLabels(short, this.size)),
      () => ledLabels(name, this.size),
    ];
    let best: { label: Label; cost: number } | undefined;
    for (const way of ways) {
      const labels = near ? way().map((label) => pushed(label, near)) : way();
      const found = this.#cheapest(labels, home);
      if (found && found.cost < (best?.cost ?? Infinity)) best = found;
      if (best && best.cost <= MOST_COVERED * COST.space) break;
    }
    this.#taken.push(boxOf(home, best!.label, this.size));
    return best!.label;
  }

  #cheapest(labels: Label[], home: Point): { label: Label; cost: number } | undefined {
    const reach = this.size * Math.max(0, ...labels.map(reachOf)) + WIDTH;
    const near = this.#spaces.filter(
      ({ x, y }) => Math.abs(x - home[0]) + Math.abs(y - home[1]) < reach,
    );
    let best: { label: Label; cost: number } | undefined;
    for (const label of labels) {
      const cost = this.#cost(label, home, near);
      if (cost < (best?.cost ?? Infinity)) best = { label, cost };
      if (cost === 0) break;
    }
    return best;
  }

  #cost(label: Label, home: Point, near: readonly Space[]): number {
    const box = boxOf(home, label, this.size);
    const others = this.#dots.filter((dot) => dot !== home);
    // A line leads to its own city, whichever else is near.
    const own = label.isLed ? -RADIUS : gap(home, box) + APART;
    return (
      COST.name * this.#taken.filter((other) => overlaps(box, other)).length +
      COST.outside * Number(!isInside(box, this.seen)) +
      COST.dot * others.filter((dot) => gap(dot, box) < RADIUS / 2).length +
      COST.elsewhere * Number(others.some((dot) => gap(dot, box) <= own)) +
      COST.space * near.filter(({ x, y }) => isIn([x, y], box, WIDTH / 2)).length
    );
  }
}

function reachOf({ x, y, width, height }: Label): number {
  return Math.abs(x) + Math.abs(y) + (width + height) / 2;
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

/** The point of a box that is nearest to another point. */
export function nearestIn([x, y]: Point, { left, top, width, height }: Box): Point {
  return [Math.max(left, Math.min(left + width, x)), Math.max(top, Math.min(top + height, y))];
}

/** How far a point is from a box; not at all inside it. */
export function gap(point: Point, box: Box): number {
  const [x, y] = nearestIn(point, box);
  return Math.hypot(point[0] - x, point[1] - y);
}

function isIn(point: Point, box: Box, margin: number): boolean {
  const [x, y] = nearestIn(point, box);
  return Math.abs(point[0] - x) < margin && Math.abs(point[1] - y) < margin;
}
