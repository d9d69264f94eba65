/** What charts are made of: lines across with their numbers, and how lines are told apart. */
export interface Tick {
  y: number;
  text: string;
}

export interface Key {
  name: string;
  paint: string;
  dash: string;
  value?: string;
}

/** By seat: readers who do not see colors tell lines apart by these. */
export const DASHES = ["", "7 3", "2 3", "10 3 2 3", "4 2"];

export type Point = [x: number, y: number];

export const pathOf = (points: Point[]): string =>
  points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** What lies between two lines. */
export const bandBetween = (upper: Point[], lower: Point[]): string =>
  `${pathOf([...upper, ...lower.toReversed()])}Z`;
