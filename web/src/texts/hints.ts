/** Why a bot would do what it hints at, in the reader's language. */
import { GRAY, LOCOMOTIVE } from "../board/edition";
import type { HintAnswer } from "../protocol";
import { t, type TextValues } from "./index.svelte";
import {
  colorName,
  routeName,
  routeOf,
  seatName,
  ticketName,
  trainsText,
  type Reader,
} from "./names";

/** Why the bot would do it: one sentence. */
export function hintReason(reader: Reader, { reason }: Pick<HintAnswer, "reason">): string {
  const { edition } = reader;
  const { code, ticket, route, points, trains, turns, cards, color } = reason;
  return t(`hint.${code}`, {
    ticket: ticketName(edition, ticket ?? -1),
    points: t("points", { n: points ?? 0 }),
    trains: trainsText(edition, trains ?? 0),
    n: turns ?? cards ?? 0,
    wilds: colorName(edition, LOCOMOTIVE, 2),
    ...goalWords(reader, route, color, cards ?? 2),
  });
}

/** The route that cards are for, and in which color: one that is named, else its own. */
function goalWords(
  { edition }: Reader,
  id: string | null,
  named: string | null,
  cards: number,
): TextValues {
  const route = id === null ? undefined : routeOf(edition, id);
  if (!route) return {};
  const color = named ?? route.color;
  return {
    route: routeName(edition, route.id),
    color: color === GRAY ? t("route.any") : colorName(edition, color, cards),
  };
}

/** What the plan takes, which the map shows; nothing if there is none. */
export function hintPlan({ edition }: Reader, { plan }: Pick<HintAnswer, "plan">): string {
  if (!plan) return "";
  const points = t("points", { n: plan.points });
  return t("hint.plan", { trains: trainsText(edition, plan.trains), points });
}

/** What others probably hold, a sentence for each ticket. */
export function suspicionTexts(
  reader: Reader,
  { suspicions }: Pick<HintAnswer, "suspicions">,
): string[] {
  return suspicions.map(({ seat, ticket, chance }) =>
    t("hint.suspicion", {
      name: seatName(reader, seat),
      ticket: ticketName(reader.edition, ticket),
      percent: Math.round(100 * chance),
    }),
  );
}

/** What another move costs, in points that a reader can use: halves are no difference. */
export function costText(cost: number): string {
  const n = Math.round(cost);
  return n < 1 ? t("hint.as_good") : t("hint.cost", { n });
}

/** The routes that a hint is about now; its whole plan is drawn besides. */
export function hintRoutes({ action, goal }: HintAnswer): string[] {
  const [kind, route] = action.split(" ");
  return kind === "claim" && route ? [route] : goal ? [goal] : [];
}
