/** The paints of cards, districts and seats. A color never stands alone: symbols.ts says the same. */
import { GRAY, LOCOMOTIVE } from "./edition";
import type { SeatShape } from "./symbols";

export const PAINTS: Record<string, string> = {
  red: "#c8403b",
  blue: "#3f70cc",
  green: "#55ac59",
  yellow: "#f1cd45",
  black: "#433f3c",
  white: "#fdfbf5",
  orange: "#e88129",
  purple: "#a276b3",
  pink: "#e484c9",
  brown: "#946846",
  teal: "#3aa39b",
  gold: "#c9a227",
  [GRAY]: "#bab8b2",
  [LOCOMOTIVE]: "#6d5a4e",
};
const SPARE = [
  "#7d8f3c",
  "#5b5ea6",
  "#b5651d",
  "#2a6f6a",
  "#d0708a",
  "#8c7aa9",
  "#6e8b9b",
  "#a89f3d",
];

/** What a color of the deck or of a district looks like. */
export function paint(color: string, colors: readonly string[] = []): string {
  const known = PAINTS[color];
  if (known) return known;
  const unknown = colors.filter((each) => !(each in PAINTS));
  const sum = [...color].reduce((total, letter) => total + letter.codePointAt(0)!, 0);
  const place = unknown.includes(color) ? unknown.indexOf(color) : sum;
  return SPARE[place % SPARE.length]!;
}

export interface Seat {
  color: string;
  paint: string;
  /** For what is drawn on the paint. */
  ink: string;
  shape: SeatShape;
}

/**
 * Five seats, told apart by lightness too, so that every kind of color vision can. None looks like a
 * color of the routes: what is claimed must not be taken for what is free.
 */
export const SEATS: readonly Seat[] = [
  { color: "blue", paint: "#1a33cc", ink: "#ffffff", shape: "moon" },
  { color: "lime", paint: "#b3ff4d", ink: "#22280f", shape: "heart" },
  { color: "maroon", paint: "#920e12", ink: "#ffffff", shape: "bolt" },
  { color: "sky", paint: "#33b6e8", ink: "#0c2230", shape: "hourglass" },
  { color: "black", paint: "#180f1c", ink: "#ffffff", shape: "flower" },
];

export function seatOf(seat: number): Seat {
  return SEATS[seat % SEATS.length]!;
}

/** Ink for a symbol on a paint: white where the paint is dark. */
export function inkOn(fill: string): string {
  return luminance(fill) < 0.32 ? "#ffffff" : "#2a2420";
}

/** Red, green and blue, 0 to 1, without the screen's curve. */
export function linear(hex: string): [number, number, number] {
  const part = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

export function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two paints as WCAG counts it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
