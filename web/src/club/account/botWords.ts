/** The words of members' bots. */
import type { Text } from "../../texts/index.svelte";
import { pageWords } from "../../texts/pageWords";

const en = {
  bots: "My bots",
  "bots.is":
    "Your program plays with a token, under its own name. It is rated like everyone else and marked as a bot.",
  name: "Name of the bot",
  make: "Create a bot",
  token: "{name}’s token. It is shown only once; keep it secret.",
  run: "How to run it",
  renew: "New token",
  "renew.of": "New token for {name}",
  remove: "Remove",
  "remove.of": "Remove {name}",
  sure: "Really remove?",
  none: "You have no bots yet.",
};
type Word = keyof typeof en;

const de: Record<Word, Text> = {
  bots: "Meine Bots",
  "bots.is":
    "Ein Programm von dir spielt mit einem Token, unter eigenem Namen. Es wird gewertet wie alle und ist als Bot gekennzeichnet.",
  name: "Name des Bots",
  make: "Bot anlegen",
  token: "Das Token von {name}. Es wird nur dieses eine Mal gezeigt; halte es geheim.",
  run: "So spielt er",
  renew: "Neues Token",
  "renew.of": "Neues Token für {name}",
  remove: "Entfernen",
  "remove.of": "Entfernen: {name}",
  sure: "Wirklich entfernen?",
  none: "Du hast noch keine Bots.",
};

const fr: Record<Word, Text> = {
  bots: "Mes bots",
  "bots.is":
    "Un de vos programmes joue avec un jeton, sous son propre nom. Il est classé comme tout le monde et signalé comme bot.",
  name: "Nom du bot",
  make: "Créer un bot",
  token: "Le jeton de {name}. Il n’est montré que cette fois ; gardez-le secret.",
  run: "Pour le faire jouer",
  renew: "Nouveau jeton",
  "renew.of": "Nouveau jeton pour {name}",
  remove: "Supprimer",
  "remove.of": "Supprimer {name}",
  sure: "Vraiment supprimer ?",
  none: "Vous n’avez pas encore de bot.",
};

export const say = pageWords<Word>({ en, de, fr });
