/** A route that somebody is pointed at, with a short label. */
export interface Tip {
  route: string;
  label: string;
  tone: "best" | "good" | "played";
}
