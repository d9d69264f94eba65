/** The words of the leaderboards. */
import { pageWords } from "../../texts/pageWords";

const en = {
  ratings: "Ratings",
  "ratings.is":
    "Rated tables are for members, with a clock and without hints. The ratings of the house bots never change, so 1500 will mean the same next year. A lead of 400 points means odds of ten to one.",
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
  bot_of: "bot of {name}",
  none: "Nobody is rated here yet. Claim your name, open a table with a clock, and check “Rated”.",
  place: "Place",
  "plot.begin": "New, then {day}",
  "plot.is":
    "The line is the rating after each game. In two of three cases the true strength lies in the shaded band.",
  "plot.table": "As a table",
  "plot.day": "Day",
  "plot.says": {
    one: "{pool}: {rating}, plus or minus {unsure}, after {n} game.",
    other: "{pool}: {rating}, plus or minus {unsure}, after {n} games; at best {best}.",
  },
};
type Word = keyof typeof en;

const de: Record<Word, (typeof en)[Word]> = {
  ratings: "Wertung",
  "ratings.is":
    "An gewerteten Tischen spielen Mitglieder, mit Uhr und ohne Tipps. Die Zahlen der Bots des Hauses ändern sich nie, deshalb bedeutet 1500 auch nächstes Jahr dasselbe. 400 Punkte Vorsprung heißen zehn zu eins.",
  pool: "Ausgabe und Spielerzahl",
  family_usa: "USA und Varianten",
  family_london: "London",
  family_new_york: "New York",
  two: "zwei Spieler",
  more: "drei bis fünf Spieler",
  name: "Name",
  rating: "Wertungszahl",
  games: "Partien",
  provisional: "vorläufig",
  bot: "Bot des Hauses",
  bot_of: "Bot von {name}",
  none: "Hier ist noch niemand gewertet. Sichere dir deinen Namen, öffne einen Tisch mit Uhr und wähle „Gewertet“.",
  place: "Platz",
  "plot.begin": "Neu, dann {day}",
  "plot.is":
    "Die Linie ist die Wertung nach jeder Partie. In zwei von drei Fällen liegt die wahre Stärke im getönten Band.",
  "plot.table": "Als Tabelle",
  "plot.day": "Tag",
  "plot.says": {
    one: "{pool}: {rating}, plus oder minus {unsure}, nach {n} Partie.",
    other: "{pool}: {rating}, plus oder minus {unsure}, nach {n} Partien; Bestwert {best}.",
  },
};

const fr: Record<Word, (typeof en)[Word]> = {
  ratings: "Classement",
  "ratings.is":
    "Les tables classées sont pour les membres, avec pendule et sans conseils. La cote des bots de la maison ne change jamais : 1500 voudra dire la même chose l’an prochain. 400 points d’avance font dix contre un.",
  pool: "Édition et joueurs",
  family_usa: "USA et ses variantes",
  family_london: "Londres",
  family_new_york: "New York",
  two: "deux joueurs",
  more: "trois à cinq joueurs",
  name: "Nom",
  rating: "Cote",
  games: "Parties",
  provisional: "provisoire",
  bot: "bot de la maison",
  bot_of: "bot de {name}",
  none: "Personne n’est encore classé ici. Réservez votre nom, ouvrez une table avec pendule et cochez « Classée ».",
  place: "Rang",
  "plot.begin": "Débuts, puis {day}",
  "plot.is":
    "La ligne donne la cote après chaque partie. Deux fois sur trois, la vraie force se trouve dans la bande teintée.",
  "plot.table": "En tableau",
  "plot.day": "Jour",
  "plot.says": {
    one: "{pool} : {rating}, plus ou moins {unsure}, après {n} partie.",
    other: "{pool} : {rating}, plus ou moins {unsure}, après {n} parties ; au mieux {best}.",
  },
};

export const say = pageWords({ en, de, fr });
