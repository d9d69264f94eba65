/** The shapes that say the same as a color: one for every card color, one for every seat. */
import { GRAY, LOCOMOTIVE } from "./edition";

/** Shapes within a circle of radius 1. */
export const SHAPES = {
  circle: "M-.82 0A.82 .82 0 1 0 .82 0A.82 .82 0 1 0 -.82 0Z",
  square: "M-.72-.72H.72V.72H-.72Z",
  triangle: "M0-.95L.95 .75H-.95Z",
  diamond: "M0-1L.8 0L0 1L-.8 0Z",
  cross: "M-.9-.5L-.5-.9L0-.4L.5-.9L.9-.5L.4 0L.9 .5L.5 .9L0 .4L-.5 .9L-.9 .5L-.4 0Z",
  star: "M0-1L.29-.32L1-.27L.45 .2L.62 .95L0 .55L-.62 .95L-.45 .2L-1-.27L-.29-.32Z",
  bar: "M-1-.36H1V.36H-1Z",
  plus: "M-.3-.95H.3V-.3H.95V.3H.3V.95H-.3V.3H-.95V-.3H-.3Z",
  ring: "M-.9 0A.9 .9 0 1 0 .9 0A.9 .9 0 1 0 -.9 0ZM-.48 0A.48 .48 0 1 1 .48 0A.48 .48 0 1 1 -.48 0Z",
  arrow: "M-.9-.8L0-.8L.9 0L0 .8L-.9 .8L0 0Z",
} as const;

export type ShapeName = keyof typeof SHAPES;

const USUAL: Record<string, ShapeName> = {
  red: "cross",
  blue: "circle",
  green: "square",
  yellow: "star",
  black: "bar",
  white: "ring",
  orange: "triangle",
  purple: "diamond",
  pink: "diamond",
};

/** A shape of its own for every color of a deck; gray and the locomotive have none of these. */
export function shapesOf(colors: readonly string[]): Record<string, ShapeName> {
  const taken: Record<string, ShapeName> = {};
  const isUsed = (shape: ShapeName): boolean => Object.values(taken).includes(shape);
  const known = colors.filter((color) => color in USUAL);
  const others = colors.filter((color) => !(color in USUAL) && color !== GRAY);
  for (const color of [...known, ...others]) {
    const usual = USUAL[color];
    const free = (Object.keys(SHAPES) as ShapeName[]).find((shape) => !isUsed(shape)) ?? "circle";
    taken[color] = usual && !isUsed(usual) ? usual : free;
  }
  return taken;
}

/** The wild card, by what the edition calls it: seen from the side, within the same circle. */
const VEHICLES: Record<string, string> = {
  train:
    "M-.95 .1V-.25H-.5V-.62H-.68V-.85H.02V-.62H-.12V-.25H.2V-.7H.5V-.25H.72Q.95-.2 .95 .1V.4H-.95Z" +
    "M-.78 .62A.22 .22 0 1 0-.34 .62A.22 .22 0 1 0-.78 .62ZM-.16 .62A.22 .22 0 1 0 .28 .62A.22 .22 0 1 0-.16 .62Z" +
    "M.42 .62A.22 .22 0 1 0 .86 .62A.22 .22 0 1 0 .42 .62Z",
  bus:
    "M-.92-.78H.78Q.92-.78 .92-.62V.5H.76A.24 .24 0 0 1 .28 .5H-.3A.24 .24 0 0 1-.78 .5H-.92Z" +
    "M-.78-.62V-.3H-.42V-.62ZM-.3-.62V-.3H.06V-.62ZM.18-.62V-.3H.54V-.62ZM-.78-.12V.16H-.42V-.12ZM-.3-.12V.16H.06V-.12Z" +
    "M-.7 .56A.16 .16 0 1 0-.38 .56A.16 .16 0 1 0-.7 .56ZM.36 .56A.16 .16 0 1 0 .68 .56A.16 .16 0 1 0 .36 .56Z",
  taxi:
    "M-.18-.72H.14V-.56H.28Q.4-.56 .5-.4L.66-.1Q.98-.06 .98 .2V.42H.78A.24 .24 0 0 1 .3 .42H-.32A.24 .24 0 0 1-.8 .42H-.98V.02Q-.96-.08-.8-.1L-.56-.46Q-.5-.56-.36-.56H-.18Z" +
    "M-.42-.42L-.6-.1H-.08V-.42ZM.06-.42V-.1H.46L.32-.42Z" +
    "M-.72 .48A.16 .16 0 1 0-.4 .48A.16 .16 0 1 0-.72 .48ZM.38 .48A.16 .16 0 1 0 .7 .48A.16 .16 0 1 0 .38 .48Z",
};

export function vehicleOf(train: string): string {
  return VEHICLES[train] ?? VEHICLES["train"]!;
}

/** The path of a card's symbol: its color's shape, the wild card's vehicle, nothing for gray. */
export function symbolOf(card: string, colors: readonly string[], train = "train"): string {
  if (card === LOCOMOTIVE) return vehicleOf(train);
  const shape = shapesOf(colors)[card];
  return shape ? SHAPES[shape] : "";
}

/** Seats have shapes that no card has. */
export const SEAT_SHAPES = {
  moon: "M.42-.88A.95 .95 0 1 0 .42 .88A.72 .72 0 1 1 .42-.88Z",
  heart:
    "M0 .92C-.35 .6-.98 .22-.98-.3C-.98-.66-.72-.86-.46-.86C-.24-.86-.08-.74 0-.56C.08-.74 .24-.86 .46-.86C.72-.86 .98-.66 .98-.3C.98 .22 .35 .6 0 .92Z",
  bolt: "M.25-1L-.72 .18H-.12L-.3 1L.72-.22H.08Z",
  hourglass: "M-.78-.92H.78V-.66L.2 0L.78 .66V.92H-.78V.66L-.2 0L-.78-.66Z",
  flower:
    "M0-.98A.4 .4 0 0 1 .36-.42A.4 .4 0 0 1 .94-.18A.4 .4 0 0 1 .62 .38A.4 .4 0 0 1 .3 .94A.4 .4 0 0 1-.3 .94A.4 .4 0 0 1-.62 .38A.4 .4 0 0 1-.94-.18A.4 .4 0 0 1-.36-.42A.4 .4 0 0 1 0-.98Z",
} as const;

export type SeatShape = keyof typeof SEAT_SHAPES;
