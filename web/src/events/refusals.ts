/** What the server refuses on these pages alone, in the reader's language. */
import { Refusal } from "../api";
import { note, noteError } from "../stores/notices.svelte";
import { pageWords } from "../texts/pageWords";

const en = {
  too_many_bots: "You can’t have more bots; remove one first.",
  arena_too_long: "An arena lasts at most {minutes} minutes here.",
  too_many_arenas: "You have enough arenas open; wait until one is over.",
  people_only: "This arena is for people.",
  bots_only: "This arena is for bots.",
  arena_over: "This arena is over.",
  arena_full: "This arena is full.",
  live_clock: "Choose a clock of less than a day per turn.",
  built_in_only: "Only the built-in editions can be played here.",
  place_taken: "Someone else already has this place; choose another.",
  places_open: "The deals begin when both teams are complete.",
  duel_begun: "The duel has begun; places can’t be changed any more.",
  team_rival: "Send the other team the link to the duel.",
  too_many_duels: "You have enough duels waiting for an opponent; play those first.",
  duel_accepted: "Someone has accepted this duel, so it can’t be taken back.",
  already_there: "That is here already.",
};
type Code = keyof typeof en;

const de: Record<Code, string> = {
  too_many_bots: "Mehr Bots kannst du nicht haben; entferne zuerst einen.",
  arena_too_long: "Eine Arena dauert hier höchstens {minutes} Minuten.",
  too_many_arenas: "Du hast genug Arenen offen; warte, bis eine zu Ende ist.",
  people_only: "Diese Arena ist für Menschen.",
  bots_only: "Diese Arena ist für Bots.",
  arena_over: "Diese Arena ist zu Ende.",
  arena_full: "Diese Arena ist voll.",
  live_clock: "Wähle eine Uhr mit weniger als einem Tag pro Zug.",
  built_in_only: "Hier werden nur die eingebauten Ausgaben gespielt.",
  place_taken: "Diesen Platz hat schon jemand; nimm einen anderen.",
  places_open: "Es geht los, wenn beide Teams vollzählig sind.",
  duel_begun: "Das Duell hat begonnen; du behältst deinen Platz.",
  team_rival: "Schick dem anderen Team den Link zum Duell.",
  too_many_duels: "Genug deiner Duelle warten auf jemanden; spiel erst diese.",
  duel_accepted: "Dieses Duell ist angenommen; jetzt kann man es nur noch spielen.",
  already_there: "Das ist schon da.",
};

const fr: Record<Code, string> = {
  too_many_bots: "Vous avez déjà tous les bots permis ; supprimez-en un d’abord.",
  arena_too_long: "Une arène dure ici au plus {minutes} minutes.",
  too_many_arenas: "Vous avez assez d’arènes ouvertes ; attendez que l’une soit terminée.",
  people_only: "Cette arène est réservée aux humains.",
  bots_only: "Cette arène est réservée aux bots.",
  arena_over: "Cette arène est terminée.",
  arena_full: "Cette arène est complète.",
  live_clock: "Choisissez une pendule de moins d’un jour par tour.",
  built_in_only: "On ne joue ici que les éditions fournies.",
  place_taken: "Cette place est déjà prise ; choisissez-en une autre.",
  places_open: "Les donnes commencent quand les deux équipes sont complètes.",
  duel_begun: "Le duel a commencé ; vous gardez votre place.",
  team_rival: "Envoyez le lien du duel à l’autre équipe.",
  too_many_duels: "Assez de vos duels attendent quelqu’un ; jouez d’abord ceux-là.",
  duel_accepted: "Ce duel est accepté ; il ne reste qu’à le jouer.",
  already_there: "Cela existe déjà.",
};

export const refusals = { en, de, fr };
const say = pageWords<Code>(refusals);

const isOurs = (code: string): code is Code => code in en;

export function noteRefusal(error: unknown): void {
  if (error instanceof Refusal && isOurs(error.problem.code))
    note(say(error.problem.code, error.problem.values as Record<string, string>), true);
  else noteError(error);
}
