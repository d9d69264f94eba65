/** The words of the operator's page; they come with it, since nobody else needs them. */
import { settings } from "../stores/settings.svelte";

const en = {
  title: "Reports and bans",
  token: "Operator’s token",
  "token.is":
    "This page is for the person who runs this server. The token is the setting CABOOSE_OPERATOR_TOKEN.",
  "token.wrong": "This is not the token of this server, or none is set.",
  enter: "Continue",
  waiting: "Open reports",
  none: "No open reports.",
  done: "Settled",
  by: "{about}, reported by {by}",
  where: "{edition}, moves played: {n}",
  replay: "Replay",
  chat: "Chat ({n})",
  moves: "Moves everyone saw ({n})",
  dismiss: "Dismiss",
  ban: "Ban {name}",
  "ban.network": "Ban {name}",
  for: "For",
  day: "one day",
  week: "one week",
  month: "30 days",
  ever: "until lifted",
  dismissed: "dismissed",
  acted: "banned",
  bans: "Bans",
  "bans.none": "Nobody is banned.",
  until: "until {day}",
  lift: "Lift",
  network: "Address or network",
  "network.is": "For example 203.0.113.0/24. A single IPv6 address stands for its /64.",
  why: "Reason, for yourself",
  "network.do": "Ban this network",
  banned: "Banned.",
};
export type Word = keyof typeof en;

const de: Record<Word, string> = {
  title: "Meldungen und Sperren",
  token: "Token des Betreibers",
  "token.is":
    "Diese Seite ist für den Betreiber dieses Servers. Das Token ist die Einstellung CABOOSE_OPERATOR_TOKEN.",
  "token.wrong": "Das ist nicht das Token dieses Servers, oder es ist keines gesetzt.",
  enter: "Weiter",
  waiting: "Offene Meldungen",
  none: "Keine offenen Meldungen.",
  done: "Erledigt",
  by: "{about}, gemeldet von {by}",
  where: "{edition}, gespielte Züge: {n}",
  replay: "Wiederholung",
  chat: "Chat ({n})",
  moves: "Züge, wie alle sie sahen ({n})",
  dismiss: "Verwerfen",
  ban: "{name} sperren",
  "ban.network": "{name} sperren",
  for: "Für",
  day: "einen Tag",
  week: "eine Woche",
  month: "30 Tage",
  ever: "bis zur Aufhebung",
  dismissed: "verworfen",
  acted: "gesperrt",
  bans: "Sperren",
  "bans.none": "Niemand ist gesperrt.",
  until: "bis {day}",
  lift: "Aufheben",
  network: "Adresse oder Netz",
  "network.is": "Zum Beispiel 203.0.113.0/24. Eine einzelne IPv6-Adresse steht für ihr /64.",
  why: "Grund, für dich",
  "network.do": "Dieses Netz sperren",
  banned: "Gesperrt.",
};

const fr: Record<Word, string> = {
  title: "Signalements et bannissements",
  token: "Jeton du responsable",
  "token.is":
    "Cette page est pour le responsable de ce serveur. Le jeton est le réglage CABOOSE_OPERATOR_TOKEN.",
  "token.wrong": "Ce n’est pas le jeton de ce serveur, ou aucun n’est défini.",
  enter: "Continuer",
  waiting: "Signalements ouverts",
  none: "Aucun signalement ouvert.",
  done: "Réglés",
  by: "{about}, signalé par {by}",
  where: "{edition}, coups joués : {n}",
  replay: "Revoir la partie",
  chat: "Chat ({n})",
  moves: "Coups vus par tous ({n})",
  dismiss: "Classer",
  ban: "Bannir {name}",
  "ban.network": "Bannir {name}",
  for: "Pendant",
  day: "un jour",
  week: "une semaine",
  month: "30 jours",
  ever: "jusqu’à levée",
  dismissed: "classé",
  acted: "banni",
  bans: "Bannissements",
  "bans.none": "Personne n’est banni.",
  until: "jusqu’au {day}",
  lift: "Lever",
  network: "Adresse ou réseau",
  "network.is": "Par exemple 203.0.113.0/24. Une adresse IPv6 seule vaut pour son /64.",
  why: "Raison, pour vous",
  "network.do": "Bannir ce réseau",
  banned: "Banni.",
};

const languages = { en, de, fr };

/** A text in the reader's language, with its values. */
export function say(word: Word, values: Record<string, string | number> = {}): string {
  const text = languages[settings.language][word];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

export const dayText = (at: number) =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(
    at,
  );
