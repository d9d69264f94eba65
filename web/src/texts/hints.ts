/** Why a bot would do what it hints at, in the reader's language. */
import { GRAY } from "../board/edition";
import type { HintAnswer } from "../protocol";
import { list, t } from "./index.svelte";
import { colorName, routeName, routeOf, trainsText, type Scene } from "./words";

/** A line for the plan, one for the cards that are collected; or one for what needs no plan. */
export function hintReasons({ edition }: Scene, { action, plan, goal }: HintAnswer): string[] {
  const kind = action.split(" ")[0];
  if (kind === "keep") return [t("hint.keep")];
  if (kind === "tickets") return [t("hint.tickets")];
  if (kind === "pass") return [t("turn.must_pass")];
  const lines: string[] = [];
  if (plan) {
    lines.push(
      t("hint.plan", {
        routes: list(plan.routes.map((id) => routeName(edition, id))),
        trains: trainsText(edition, plan.trains),
        points: t("points", { n: plan.points }),
      }),
    );
  }
  const route = goal === null ? undefined : routeOf(edition, goal);
  if (route) {
    const color = route.color === GRAY ? t("route.any") : colorName(edition, route.color);
    lines.push(
      t("hint.goal", { cards: `${route.length} × ${color}`, route: routeName(edition, route.id) }),
    );
  }
  return lines;
}

/** The routes that a hint speaks of. */
export function hintRoutes({ action, plan, goal }: HintAnswer): string[] {
  const [kind, route] = action.split(" ");
  const claimed = kind === "claim" && route ? [route] : [];
  return [...new Set([...claimed, ...(plan?.routes ?? []), ...(goal ? [goal] : [])])];
}
