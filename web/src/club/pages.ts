/** The club's pages, in the order in which they stand beside each other. */
import { pageWords } from "../texts/pageWords";

const words = pageWords({
  en: { account: "Account" },
  de: { account: "Konto" },
  fr: { account: "Compte" },
});

const PATHS = { account: "/me" } as const;
export type Page = keyof typeof PATHS;

export const pages = (): { page: Page; path: string; name: string }[] =>
  (Object.keys(PATHS) as Page[]).map((page) => ({ page, path: PATHS[page], name: words(page) }));
