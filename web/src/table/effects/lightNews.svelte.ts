/** What happened on the map while I waited. */
import { untrack } from "svelte";
import { later } from "../../afterPaint.svelte";
import type { Step } from "../../protocol";
import type { Desk } from "../desk/desk.svelte";

/** Milliseconds. */
const NEWS_LASTS = 3500;

/** When my turn begins: the routes that others claimed since my last one, lit for a moment. */
export function lightNews(desk: Desk): void {
  const { store } = desk;
  const mine = later(() => store.myTurn);
  $effect(() => {
    if (mine.current) return untrack(() => light(desk, claimsSince(store.steps, store.seat)));
  });
}

function claimsSince(steps: Step[], seat: number | null): string[] {
  const mine = steps.findLastIndex((step) => step.seat === seat);
  if (mine < 0) return [];
  const events = steps.slice(mine + 1).flatMap((step) => step.events);
  return events.filter(({ kind }) => kind === "paid").map(({ route }) => String(route));
}

function light({ spotlight }: Desk, routes: string[]): (() => void) | undefined {
  if (!routes.length) return undefined;
  const putOut = spotlight.light(routes);
  const timer = setTimeout(putOut, NEWS_LASTS);
  return () => {
    clearTimeout(timer);
    putOut();
  };
}
