/** Cards that fly from where they lay to whoever takes them. Decoration: nothing waits for it. */
import type { Step } from "../../protocol";
import { wantsCalm } from "../../stores/settings.svelte";

const GLIDE: KeyframeAnimationOptions = { duration: 520, easing: "cubic-bezier(.3,.1,.3,1)" };
const SWEEP = 800;

/** Fly every card that these steps moved. */
export function flyCards(steps: Step[], seat: number | null): void {
  if (wantsCalm() || document.hidden) return;
  for (const { events, action } of steps) {
    if (action === null) continue;
    if (events.some((event) => event.kind === "swept")) sweepRow();
    for (const event of events) {
      if (event.kind !== "took_face_up" && event.kind !== "drew_blind") continue;
      const color = typeof event.color === "string" ? event.color : null;
      const from =
        event.kind === "took_face_up" ? `[data-slot="${String(event.slot)}"]` : "[data-deck]";
      const mine = event.seat === seat && color ? `[data-hand="${color}"]` : "";
      fly(from, mine || `[data-seat="${event.seat}"]`);
    }
  }
}

/** All cards of the row jump once and leave to the side; what follows lies there already. */
function sweepRow(): void {
  document.querySelectorAll("[data-slot] svg").forEach((face, place) => {
    const copy = face.cloneNode(true) as SVGElement;
    const here = face.getBoundingClientRect();
    const away = 1.6 * Math.max(here.width, here.height);
    if (here.width === 0) return;
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-10px) scale(1.1)", opacity: 1, offset: 0.35 },
      { transform: `translate(${-away}px, 0) rotate(-18deg)`, opacity: 0 },
    ];
    move(copy, here, frames, { duration: SWEEP, delay: place * 60, easing: "ease-in" });
  });
}

/** The card is copied before the page shows what lies there now; its goal may appear only then. */
function fly(from: string, to: string): void {
  const face = document.querySelector(from)?.querySelector("svg");
  if (!face) return;
  const here = face.getBoundingClientRect();
  const copy = face.cloneNode(true) as SVGElement;
  requestAnimationFrame(() => launch(copy, here, document.querySelector(to)));
}

function launch(copy: SVGElement, here: DOMRect, goal: Element | null): void {
  if (!goal || here.width === 0) return;
  const there = goal.getBoundingClientRect();
  const right = there.left + there.width / 2 - here.left - here.width / 2;
  const down = there.top + there.height / 2 - here.top - here.height / 2;
  move(copy, here, [
    { transform: "none", opacity: 1 },
    { transform: `translate(${right * 0.6}px, ${down * 0.6 - 24}px) scale(1.12)`, opacity: 1 },
    { transform: `translate(${right}px, ${down}px) scale(0.6)`, opacity: 0.25 },
  ]);
}

/** Show a copy of a card above everything where it lay, move it, and take it away. */
function move(copy: SVGElement, here: DOMRect, frames: Keyframe[], options = GLIDE): void {
  const flyer = document.createElement("div");
  flyer.className = "flying";
  flyer.append(copy);
  Object.assign(flyer.style, {
    left: `${here.left}px`,
    top: `${here.top}px`,
    width: `${here.width}px`,
    height: `${here.height}px`,
  });
  document.body.append(flyer);
  const flight = flyer.animate?.(frames, options);
  if (flight) flight.onfinish = () => flyer.remove();
  else flyer.remove();
}
