/** What may wait until people have seen the change itself: a frame is painted first. */
import { untrack } from "svelte";

/** Nothing is painted in a page that is not seen; then it is done within so many milliseconds. */
const UNSEEN = 150;

const waiting = new Set<() => void>();

/** Do something when all that has changed by now is painted. Returns how to call it off. */
export function afterPaint(act: () => void): () => void {
  const once = () => act();
  if (waiting.size === 0) awaitFrame();
  waiting.add(once);
  return () => waiting.delete(once);
}

function awaitFrame(): void {
  const look = setInterval(() => {
    if (document.hidden) finish();
  }, UNSEEN);
  const finish = () => {
    clearInterval(look);
    goOn();
  };
  requestAnimationFrame(() => inBackground(finish));
}

/** After the frame, and after whatever else is due by then. */
function inBackground(act: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.postTask) void scheduler.postTask(act, { priority: "background" });
  else setTimeout(act);
}

interface Scheduler {
  postTask(act: () => void, options: { priority: "background" }): Promise<void>;
}

function goOn(): void {
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
}

/**
 * A value as it was when the last frame was painted, for what nobody looks at first. It begins
 * as `first`, or as it is now.
 */
export function later<T>(now: () => T, first: T = untrack(now)): { readonly current: T } {
  let latest = first;
  let shown = $state.raw(first);
  let callOff: (() => void) | null = null;

  $effect(() => {
    latest = now();
    // What comes until then is shown with it, so that a quick game is not put off for ever.
    callOff ??= afterPaint(() => {
      callOff = null;
      shown = latest;
    });
  });
  $effect(() => () => callOff?.());

  return {
    get current() {
      return shown;
    },
  };
}
