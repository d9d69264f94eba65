/** Who is ready at a table that waits, and what its owner is told before starting. */
import type { Chair } from "../protocol";
import { t } from "../texts/index.svelte";
import { chairName } from "../texts/names";

/** The others of whom we do not know yet that they are ready; the one who starts is. */
export function unready(chairs: Chair[], mine: number[]): Chair[] {
  const others = chairs.filter(({ kind, chair }) => kind === "person" && !mine.includes(chair));
  return others.filter(({ ready }) => !ready);
}

/** What the button to start says: it waits for nobody, but names who is not ready. */
export function startText(late: Chair[]): string {
  const [first, ...more] = late;
  if (!first) return t("wait.start");
  if (more.length) return t("wait.anyway.some", { n: late.length });
  return t("wait.anyway", { name: chairName(first) });
}

/** Who is waited for: the one who is kept a seat, or how many are. */
export function waitText(open: Pick<Chair, "name">[]): string {
  const [first, ...more] = open;
  if (first?.name && !more.length) return t("wait.name", { name: first.name });
  return t("wait.for", { n: open.length });
}

/** Have I said that I am ready, for all my chairs? */
export function isReady(chairs: Chair[], mine: number[]): boolean {
  return mine.length > 0 && mine.every((chair) => chairs[chair]?.ready);
}
