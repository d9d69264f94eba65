/** What follows from the game going on: sounds, announcements, flying cards, the page's title. */
import { untrack } from "svelte";
import type { Step } from "../protocol";
import type { Desk } from "../stores/desk.svelte";
import { afterPaint, later } from "../later.svelte";
import { announce, note } from "../stores/said.svelte";
import { sound } from "../sound";
import { t } from "../texts/index.svelte";
import { lineText, tell } from "../texts/told";
import { tableName, ticketName } from "../texts/words";
import { flyCards } from "./fly";
import { lastRoundText, turnText } from "./turn";

const NEWS_LASTS = 3500;

export interface Next {
  chair: number;
  name: string;
}

/** Watch a table for as long as the component that asks lives. */
export function watch(desk: Desk): { readonly at: number; readonly handOver: Next | null } {
  const { store } = desk;
  let at = $state(Infinity);
  const handOver = $derived(nextAtDevice(desk));
  /** What is said of my turn beside the table follows when the table itself shows it. */
  const mine = later(() => store.myTurn);

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

  announceTurns(desk, () => handOver === null);

  $effect(() => {
    if (mine.current) return untrack(() => showNews(desk));
  });

  celebrate(desk);

  let heard = -1;
  $effect(() => {
    const last = store.chat.at(-1);
    if (heard >= 0 && last && last.id > heard && last.guest !== store.you?.guest) {
      sound("chat");
      announce(`${last.name}: ${last.text}`);
    }
    heard = last?.id ?? 0;
  });

  $effect(() => {
    if (mine.current) sound("turn");
    showInTab(mine.current);
    return () => showInTab(false);
  });

  $effect(() => {
    const title = store.table ? tableName(store.table) : "Caboose";
    document.title = mine.current ? `● ${t("turn.title")} – ${title}` : `${title} – Caboose`;
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

/** My decisions are announced at once, each of them; whose turn it is otherwise, when that changes. */
function announceTurns(desk: Desk, isShown: () => boolean): void {
  const { store } = desk;
  let mine = -1;
  let others = "";
  $effect(() => {
    const view = store.view;
    if (!view || !isShown() || view.public.phase === "over") return;
    const text = turnText(desk);
    if (store.myTurn) {
      // First tickets are chosen by all at once: what others chose is no new question to me.
      const at = view.public.phase === "first_tickets" ? 0 : view.at;
      if (at !== mine) announce(sentences(text, lastRoundText(view.public, store.seat)), true);
      mine = at;
      others = "";
    } else if (text !== others && view.public.phase !== "payment") {
      others = text;
      announce(text);
    }
  });
}

function sentences(...texts: string[]): string {
  return texts.filter(Boolean).join(". ");
}

/** When my turn begins: the routes that others claimed since my last one, lit for a moment. */
function showNews(desk: Desk): (() => void) | undefined {
  const { steps, seat } = desk.store;
  const mine = steps.findLastIndex((step) => step.seat === seat);
  const claims = steps
    .slice(mine + 1)
    .flatMap((step) => step.events)
    .filter((event) => event.kind === "paid");
  if (!claims.length || mine < 0) return undefined;
  desk.highlight = claims.map((event) => String(event.route));
  const timer = setTimeout(() => (desk.highlight = []), NEWS_LASTS);
  return () => {
    clearTimeout(timer);
    desk.highlight = [];
  };
}

/** A ticket that is connected pulses once on the map, and is told. */
function celebrate(desk: Desk): void {
  let known: Set<number> | null = null;
  $effect(() => {
    const kept = desk.store.view?.own?.tickets ?? [];
    const done = desk.store.progress.filter((one) => one.done && kept.includes(one.ticket));
    const before = known;
    if (!desk.store.progress.length) return;
    known = new Set(done.map((one) => one.ticket));
    const fresh = done.filter((one) => before && !before.has(one.ticket));
    if (!fresh.length) return;
    const tickets = fresh.map((one) => one.ticket);
    untrack(() => {
      desk.justDone = tickets;
      sound("ticket");
      for (const ticket of tickets)
        note(t("tickets.connected", { ticket: ticketName(desk.edition, ticket) }));
    });
    setTimeout(() => (desk.justDone = []), NEWS_LASTS);
  });
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
  const { scene } = desk;
  // Cards are copied before the page shows what lies there now.
  flyCards(steps, desk.store.seat);
  afterPaint(() => soundOf(steps));
  const lines = tell(scene, steps, first);
  const surprises = new Set(steps.flatMap((step) => surprisesOf(desk, step)));
  const told = lines
    .filter((line) => !surprises.has(line.text))
    .map((line) => lineText(scene, line));
  if (told.length) announce(sentences(...told));
  for (const text of surprises) note(text);
  for (const { late, seat } of lines) {
    if (!late || seat !== scene.seat) continue;
    note(t("log.late.mine", { text: lineText(scene, { seat, text: late }) }), true);
  }
}

function soundOf(steps: Step[]): void {
  const kinds = steps.flatMap((step) => step.events.map((event) => event.kind));
  if (kinds.includes("game_ended")) sound("end");
  else if (kinds.includes("paid")) sound("claim");
  else if (kinds.includes("offered")) sound("ticket");
  else if (kinds.includes("drew_blind") || kinds.includes("took_face_up")) sound("card");
}

/** What nobody did and everybody should see: the row was swept, or no second card is left. */
function surprisesOf({ scene }: Desk, step: Step): string[] {
  if (step.action === null) return [];
  const events = step.events.filter(({ kind }) => kind === "swept" || kind === "draw_ended");
  return tell(scene, [{ ...step, events }]).map((line) => line.text);
}

function showInTab(isMyTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = isMyTurn ? "/icon-turn.svg" : "/icon.svg";
}
