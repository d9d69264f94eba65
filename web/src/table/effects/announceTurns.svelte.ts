/** Whose turn it is, for those who listen. */
import { announce } from "../../stores/notices.svelte";
import type { Desk } from "../desk/desk.svelte";
import { lastRoundText, turnText } from "../turnText";
import { sentences } from "./sentences";

/** My decisions are announced at once, each of them; whose turn it is otherwise, when that changes. */
export function announceTurns(desk: Desk, isShown: () => boolean): void {
  const { store } = desk;
  let mine = -1;
  let others = "";
  $effect(() => {
    const view = store.view;
    if (!view || !isShown() || view.public.phase === "over") return;
    const text = turnText(desk);
    if (desk.drawsTwo && view.public.phase === "second_card") return; // it is being drawn
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
