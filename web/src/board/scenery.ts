/** The land, water and names below a board: shapes with a kind, which a style sheet paints. */
import type { Layout } from "./layout";

export type ShapeKind =
  | "land"
  | "home"
  | "lake"
  | "water"
  | "river"
  | "canal"
  | "state"
  | "country"
  | "park"
  | "street"
  | "ferry"
  | "bridge";

/** What is drawn for the joy of it. */
export type OrnamentKind =
  | "hill"
  | "fir"
  | "wave"
  | "steamer"
  | "rose-line"
  | "rose-light"
  | "rose-dark"
  | "plaque"
  | "plaque-line"
  | "plaque-ink";

export interface Ornament {
  kind: OrnamentKind;
  d: string;
}

export interface Shape {
  kind: ShapeKind;
  /** The path; lines are not closed and not filled. */
  d: string;
}

/** A name on the map that is no city: a sea, a river, a park. */
export interface PlaceName {
  kind: "water" | "park" | "land" | "title" | "subtitle";
  text: string;
  size: number;
  x: number;
  y: number;
  angle: number;
}

export interface Scenery {
  /** What lies where nothing is drawn. */
  ground: "water" | "land";
  shapes: Shape[];
  ornaments: Ornament[];
  names: PlaceName[];
}

/** A built-in board, worked out when the client was built. */
export interface Drawn {
  layout: Layout;
  scenery: Scenery;
}
