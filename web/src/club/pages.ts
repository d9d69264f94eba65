/** The pages beyond the tables, in two groups; those of a group stand beside each other. */
import { t } from "../texts/index.svelte";
import { pageWords } from "../texts/pageWords";

const words = pageWords({
  en: {
    games: "My games",
    figures: "My figures",
    ratings: "Ratings",
    friends: "Friends",
    account: "Account",
    play: "Playing with others",
  },
  de: {
    games: "Meine Partien",
    figures: "Meine Zahlen",
    ratings: "Wertung",
    friends: "Freunde",
    account: "Konto",
    play: "Mit anderen spielen",
  },
  fr: {
    games: "Mes parties",
    figures: "Mes chiffres",
    ratings: "Classement",
    friends: "Amis",
    account: "Compte",
    play: "Jouer avec d’autres",
  },
});

const CLUB = {
  games: "/me/games",
  figures: "/me/figures",
  ratings: "/ratings",
  friends: "/friends",
  account: "/me",
} as const;
const PLAY = { daily: "/daily", duels: "/duels", find: "/find", arenas: "/arenas" } as const;
type ClubPage = keyof typeof CLUB;
type PlayPage = keyof typeof PLAY;
export type Page = ClubPage | PlayPage;

interface Group {
  name: string;
  pages: { page: Page; path: string; name: string }[];
}

/** The group of a page. */
export function pagesBeside(here: Page): Group {
  if (here in CLUB) return { name: t("club"), pages: listed<ClubPage>(CLUB, words) };
  return { name: words("play"), pages: listed<PlayPage>(PLAY, (page) => t(`home.${page}`)) };
}

const listed = <P extends Page>(paths: Record<P, string>, nameOf: (page: P) => string) =>
  (Object.keys(paths) as P[]).map((page) => ({ page, path: paths[page], name: nameOf(page) }));
