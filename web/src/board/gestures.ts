/** Fingers, mouse and wheel on the board: one drags, two pinch, a short touch is a tap. */
import { zoomed } from "./camera";
import type { Camera } from "./camera";
import type { Point } from "./plane";

/** A pointer that moved less than this was a tap. */
const STILL = 8;
const WHEEL = 0.0016;
const LINE = 16;
/** How long after the last turn of the wheel the map counts as moving. */
const REST = 160;

export interface Hands {
  camera(): Camera;
  look(camera: Camera): void;
  tapped(at: Point, isTouch: boolean, target: Element): void;
  moving(moves: boolean): void;
  /** The place of the board on the page. */
  origin(): { left: number; top: number };
}

export class Gestures {
  private readonly fingers = new Map<number, Point>();
  private start: Point | null = null;
  private isDrag = false;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hands: Hands) {}

  down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    this.fingers.set(event.pointerId, this.at(event));
    this.start = this.fingers.size === 1 ? this.at(event) : null;
    this.isDrag = this.fingers.size > 1;
  }

  move(event: PointerEvent): void {
    const last = this.fingers.get(event.pointerId);
    if (!last) return;
    const now = this.at(event);
    if (!this.isDrag && this.start && apart(now, this.start) < STILL) return;
    if (!this.isDrag) (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
    this.isDrag = true;
    this.hands.moving(true);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.hands.look(moved(this.hands.camera(), last, now, other));
    this.fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    const isTap = !this.isDrag && this.start && event.type === "pointerup";
    if (isTap)
      this.hands.tapped(this.at(event), event.pointerType !== "mouse", event.target as Element);
    if (this.fingers.size) return;
    this.isDrag = false;
    this.hands.moving(false);
  }

  /** The page must not scroll while the wheel zooms, which only a listener of this kind can stop. */
  wheelOn(node: Element): () => void {
    const turned = (event: Event): void => this.wheel(event as WheelEvent);
    node.addEventListener("wheel", turned, { passive: false });
    return () => {
      node.removeEventListener("wheel", turned);
      clearTimeout(this.rest);
    };
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const by = event.deltaY * (event.deltaMode === 1 ? LINE : 1) * (event.ctrlKey ? 6 : 1);
    this.hands.look(zoomed(this.hands.camera(), Math.exp(-by * WHEEL), this.at(event)));
    this.hands.moving(true);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.hands.moving(this.fingers.size > 0), REST);
  }

  private at(event: MouseEvent): Point {
    const { left, top } = this.hands.origin();
    return [event.clientX - left, event.clientY - top];
  }
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** One finger takes the map along; a second one that rests makes it a pinch. */
function moved(camera: Camera, last: Point, now: Point, other: Point | undefined): Camera {
  if (!other) return { ...camera, x: camera.x + now[0] - last[0], y: camera.y + now[1] - last[1] };
  const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
  const before: Point = [(last[0] + other[0]) / 2, (last[1] + other[1]) / 2];
  const factor = apart(now, other) / Math.max(apart(last, other), 1);
  const next = zoomed(camera, factor, middle);
  return { ...next, x: next.x + middle[0] - before[0], y: next.y + middle[1] - before[1] };
}
