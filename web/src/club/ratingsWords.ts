/** The words of the leaderboards. */
import { pageWords } from "../texts/pageWords";

const en = {
  ratings: "Ratings",
  "ratings.is":
    "Members play rated tables: with a clock, without hints, and it counts. House bots stand still, so 1500 means the same next year. 400 points are odds of ten to one.",
  pool: "Edition and players",
  family_usa: "USA and its variants",
  family_london: "London",
  family_new_york: "New York",
  two: "two players",
  more: "three to five players",
  name: "Name",
  rating: "Rating",
  games: "Games",
  provisional: "provisional",
  bot: "house bot",
  none: "Nobody is rated here yet. Claim your name, open a table with a clock, and tick “Rated”.",
};
type Word = keyof typeof en;

const de: Record<Word, string> = {
  ratings: "Wertung",
  "ratings.is":
    "Mitglieder spielen an gewerteten Tischen: mit Uhr, ohne Tipps, und es zählt. Die Bots des Hauses stehen fest, deshalb bedeutet 1500 auch nächstes Jahr dasselbe. 400 Punkte heißen zehn zu eins.",
  pool: "Ausgabe und Spielerzahl",
  family_usa: "USA und Varianten",
  family_london: "London",
  family_new_york: "New York",
  two: "zwei Spieler",
  more: "drei bis fünf Spieler",
  name: "Name",
  rating: "Wertung",
  games: "Partien",
  provisional: "vorläufig",
  bot: "Bot des Hauses",
  none: "Hier ist noch niemand gewertet. Sichere dir deinen Namen, öffne einen Tisch mit Uhr und wähle „Gewertet“.",
};

const fr: Record<Word, string> = {
  ratings: "Classement",
  "ratings.is":
    "Les membres jouent à des tables classées : avec pendule, sans conseils, et cela compte. Les bots de la maison ne bougent pas : 1500 voudra dire la même chose l’an prochain. 400 points font dix contre un.",
  pool: "Édition et joueurs",
  family_usa: "USA et ses variantes",
  family_london: "Londres",
  family_new_york: "New York",
  two: "deux joueurs",
  more: "trois à cinq joueurs",
  name: "Nom",
  rating: "Classement",
  games: "Parties",
  provisional: "provisoire",
  bot: "bot de la maison",
  none: "Personne n’est encore classé ici. Réservez votre nom, ouvrez une table avec pendule et cochez « Classée ».",
};

export const say = pageWords({ en, de, fr });
