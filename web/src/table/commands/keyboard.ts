/** The keyboard at the table. Letters do nothing while somebody writes. */
import { isWriting } from "../../parts/writing";
import { note } from "../../stores/notices.svelte";
import { settings } from "../../stores/settings.svelte";
import type { Key } from "../../texts/index.svelte";
import { whyNoDraw, type Draw } from "../cards/whyNoDraw";
import { DECK } from "../desk/ahead.svelte";
import type { Desk } from "../desk/desk.svelte";

/** What the help shows: keys and what they do. */
export const KEYS: [string, Key][] = [
  ["1 – 5", "keys.row"],
  ["D", "keys.deck"],
  ["⇧ D", "keys.two"],
  ["T", "keys.tickets"],
  ["P", "keys.pass"],
  ["← ↑ → ↓", "keys.cities"],
  ["Tab", "keys.routes"],
  ["Enter", "keys.enter"],
  ["G", "keys.ways"],
  ["B", "keys.text"],
  ["/", "keys.find"],
  ["H", "keys.hint"],
  ["+ − 0", "keys.zoom"],
  ["Esc", "keys.escape"],
  ["?", "keys.help"],
];

export function pressKey(desk: Desk, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") {
    if (desk.close()) event.preventDefault();
    return;
  }
  if (desk.panels.dialog || isWriting(event.target)) return;
  const act = actionOf(desk, event);
  if (!act) return;
  event.preventDefault();
  act();
}

function actionOf(desk: Desk, { key, shiftKey }: KeyboardEvent): (() => unknown) | null {
  const { store } = desk;
  const may = (action: string) => store.legal.has(action) && !store.busy;
  const isPlaying = store.seat !== null && !desk.isOver && !store.busy;
  const whyNot = (what: Draw) => (isPlaying ? () => note(whyNoDraw(desk, what)) : null);
  if (/^[1-5]$/.test(key)) {
    const color = store.view?.public.face_up[Number(key) - 1];
    if (color && desk.ahead.may) return () => desk.ahead.chooseCard(color, Number(key) - 1);
    if (!color) return null;
    return may(`draw ${color}`) ? () => desk.play(`draw ${color}`) : whyNot(color);
  }
  switch (key.toLowerCase()) {
    case "d":
      if (desk.ahead.may)
        return () => (shiftKey ? desk.ahead.chooseTwo() : desk.ahead.chooseCard(DECK));
      if (!may("draw deck")) return whyNot("deck");
      return shiftKey ? () => desk.drawTwo() : () => desk.play("draw deck");
    case "t":
      return may("tickets") ? () => desk.askTickets() : whyNot("tickets");
    case "p":
      return may("pass") ? () => desk.play("pass") : null;
    case "h":
      return store.you?.may_hint && store.myTurn ? () => desk.askHint() : null;
    default:
      return lookingOf(desk, key.toLowerCase());
  }
}

/** Keys that change only what is looked at. */
function lookingOf(desk: Desk, key: string): (() => unknown) | null {
  switch (key) {
    case "g":
      return settings.coach ? () => desk.ways.toggleAll() : null;
    case "b":
      return () => desk.panels.toggleText();
    case "/":
      return () => desk.panels.openCommandLine();
    case "?":
      return () => desk.panels.openDialog("keys");
    default:
      return null;
  }
}
