/** What follows from the game going on: sounds, announcements, flying cards, the page's title. */
import type { Step } from "../protocol";
import type { Desk } from "../stores/desk.svelte";
import { announce } from "../stores/said.svelte";
import { sound } from "../sound";
import { t } from "../texts/index.svelte";
import { tell } from "../texts/told";
import { seatName } from "../texts/words";
import { flyCards } from "./fly";
import { turnText } from "./turn";

export interface Next {
  chair: number;
  name: string;
}

/** Watch a table for as long as the component that asks lives. */
export function watch(desk: Desk): { readonly at: number; readonly handOver: Next | null } {
  const { store } = desk;
  let at = $state(Infinity);
  const handOver = $derived(nextAtDevice(desk));

  $effect(() => store.onSteps((steps, first) => tellSteps(desk, steps, first)));

  $effect(() =>
    store.onSteps((steps, first) => {
      const mine = steps.findLastIndex((step) => step.seat === store.seat);
      if (mine >= 0) at = first + mine;
    }),
  );

  $effect(() => {
    if (store.view && store.view.public.phase !== "over") desk.watched = true;
  });

  $effect(() => {
    if (!handOver) announce(turnText(desk), store.myTurn);
  });

  $effect(() => {
    if (store.myTurn) sound("turn");
    showInTab(store.myTurn);
    return () => showInTab(false);
  });

  $effect(() => {
    const title = store.table?.name || store.table?.edition_name || "Caboose";
    document.title = store.myTurn ? `● ${t("turn.title")} – ${title}` : `${title} – Caboose`;
  });

  $effect(() => {
    const comeBack = () => store.hurry();
    addEventListener("online", comeBack);
    return () => removeEventListener("online", comeBack);
  });

  return {
    get at() {
      return at;
    },
    get handOver() {
      return handOver;
    },
  };
}

/** Another of my chairs must decide, and this one need not. */
function nextAtDevice({ store }: Desk): Next | null {
  const { view, you, table } = store;
  if (!view || !you || you.chairs.length < 2 || store.myTurn) return null;
  const waiting = view.public.waiting_for;
  const next = table?.chairs.find(
    (chair) =>
      you.chairs.includes(chair.chair) && chair.seat !== null && waiting.includes(chair.seat),
  );
  return next && next.chair !== you.chair ? { chair: next.chair, name: next.name } : null;
}

function tellSteps(desk: Desk, steps: Step[], first: number): void {
  const { store, scene } = desk;
  flyCards(steps, store.seat);
  const kinds = steps.flatMap((step) => step.events.map((event) => event.kind));
  if (kinds.includes("game_ended")) sound("end");
  else if (kinds.includes("paid")) sound("claim");
  else if (kinds.includes("offered")) sound("ticket");
  else if (kinds.includes("drew_blind") || kinds.includes("took_face_up")) sound("card");
  const lines = tell(scene, steps, first);
  const told = lines.map((line) =>
    line.seat === null ? line.text : `${seatName(scene, line.seat)}: ${line.text}`,
  );
  if (told.length) announce(told.join(". "));
}

function showInTab(isMyTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = isMyTurn ? "/icon-turn.svg" : "/icon.svg";
}
