/** Where somebody looks: the fitted board, moved by x and y pixels and enlarged k times. */
import type { Box, Point } from "./plane";

export interface Camera {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Camera = { x: 0, y: 0, k: 1 };
export const CLOSEST = 8;

/** Pixels for one unit of the sheet when the whole frame is seen. */
export function fittingScale(frame: Box, view: Size): number {
  return Math.min(view.width / frame.width, view.height / frame.height) || 1;
}

/** Where a point of the sheet is in the view's pixels. */
export function toView([x, y]: Point, frame: Box, view: Size, camera: Camera): Point {
  const scale = fittingScale(frame, view);
  const left = (view.width - frame.width * scale) / 2;
  const top = (view.height - frame.height * scale) / 2;
  return [
    camera.x + camera.k * (left + (x - frame.left) * scale),
    camera.y + camera.k * (top + (y - frame.top) * scale),
  ];
}

/** Which point of the sheet lies at a pixel of the view. */
export function toSheet([px, py]: Point, frame: Box, view: Size, camera: Camera): Point {
  const scale = fittingScale(frame, view);
  const left = (view.width - frame.width * scale) / 2;
  const top = (view.height - frame.height * scale) / 2;
  return [
    frame.left + ((px - camera.x) / camera.k - left) / scale,
    frame.top + ((py - camera.y) / camera.k - top) / scale,
  ];
}

/** The middle of the view stays on the board. */
export function clamped(camera: Camera, frame: Box, view: Size): Camera {
  const k = Math.max(1, Math.min(CLOSEST, camera.k));
  if (k === 1) return WHOLE;
  const scale = fittingScale(frame, view);
  const reach = (size: number, length: number): [number, number] => [
    (size - length * scale) / 2,
    (size + length * scale) / 2,
  ];
  const keep = (at: number, size: number, [low, high]: [number, number]): number =>
    Math.max(size / 2 - k * high, Math.min(size / 2 - k * low, at));
  return {
    k,
    x: keep(camera.x, view.width, reach(view.width, frame.width)),
    y: keep(camera.y, view.height, reach(view.height, frame.height)),
  };
}

/** Enlarge around a pixel, which stays where it is. */
export function zoomed(camera: Camera, factor: number, [px, py]: Point): Camera {
  const k = Math.max(1, Math.min(CLOSEST, camera.k * factor));
  const by = k / camera.k;
  return { k, x: px - (px - camera.x) * by, y: py - (py - camera.y) * by };
}

/** A point of the sheet in the middle of the view, enlarged k times. */
export function centered([x, y]: Point, k: number, frame: Box, view: Size): Camera {
  const [px, py] = toView([x, y], frame, view, WHOLE);
  return { k, x: view.width / 2 - k * px, y: view.height / 2 - k * py };
}

/** The nearest camera that shows a point of the sheet well inside the view. */
export function showing(point: Point, frame: Box, view: Size, camera: Camera): Camera {
  const [x, y] = toView(point, frame, view, camera);
  const margin = Math.min(60, view.width / 4, view.height / 4);
  const inside = (at: number, size: number): number =>
    Math.max(margin, Math.min(size - margin, at));
  return {
    k: camera.k,
    x: camera.x + inside(x, view.width) - x,
    y: camera.y + inside(y, view.height) - y,
  };
}
