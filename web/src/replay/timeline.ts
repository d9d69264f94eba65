/** A game over time: when points were made, where rounds begin, what each step was. */
import { pathOf } from "../parts/chart/chart";
import type { Step } from "../protocol";

/** Points from routes after each step, one line of numbers for each seat. */
export function pointsOverTime(steps: Step[], seats: number): number[][] {
  const lines = Array.from({ length: seats }, () => [] as number[]);
  const now = new Array<number>(seats).fill(0);
  for (const step of steps) {
    for (const event of step.events) {
      if (event.kind === "paid" && typeof event.seat === "number")
        now[event.seat] = (now[event.seat] ?? 0) + Number(event.points);
    }
    lines.forEach((line, seat) => line.push(now[seat] ?? 0));
  }
  return lines;
}

/** The steps at which another seat begins to decide. */
export function turnStarts(steps: Step[]): number[] {
  const starts: number[] = [];
  steps.forEach((step, at) => {
    if (at > 0 && step.seat !== steps[at - 1]?.seat) starts.push(at);
  });
  return starts;
}

/** The nearest start of a round (a turn of the first seat) before or after a moment. */
export function roundFrom(steps: Step[], moment: number, forward: boolean): number {
  const rounds = turnStarts(steps).filter((at) => steps[at]?.seat === 0);
  const found = forward
    ? rounds.find((at) => at - 1 > moment)
    : rounds.findLast((at) => at - 1 < moment);
  if (found === undefined) return forward ? steps.length - 1 : 0;
  return found - 1;
}

/** A line for a chart of this width and height. */
export function chartLine(points: number[], top: number, width: number, height: number): string {
  const last = Math.max(1, points.length - 1);
  return pathOf(
    points.map((value, at) => [(at / last) * width, height - (value / Math.max(1, top)) * height]),
  );
}
