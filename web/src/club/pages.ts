/** The club's pages, in the order in which they stand beside each other. */
import { pageWords } from "../texts/pageWords";

const words = pageWords({
  en: {
    games: "My games",
    figures: "My figures",
    ratings: "Ratings",
    friends: "Friends",
    account: "Account",
  },
  de: {
    games: "Meine Partien",
    figures: "Meine Zahlen",
    ratings: "Wertung",
    friends: "Freunde",
    account: "Konto",
  },
  fr: {
    games: "Mes parties",
    figures: "Mes chiffres",
    ratings: "Classement",
    friends: "Amis",
    account: "Compte",
  },
});

const PATHS = {
  games: "/me/games",
  figures: "/me/figures",
  ratings: "/ratings",
  friends: "/friends",
  account: "/me",
} as const;
export type Page = keyof typeof PATHS;

export const pages = (): { page: Page; path: string; name: string }[] =>
  (Object.keys(PATHS) as Page[]).map((page) => ({ page, path: PATHS[page], name: words(page) }));
