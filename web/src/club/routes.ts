/** The club's addresses, and the page each of them shows. */
import type { Component } from "svelte";

type Props = Record<string, string>;
type Load = () => Promise<Component<any>>;
export interface ClubRoute {
  load: Load;
  props: Props;
}

const signIn: Load = async () => (await import("./account/SignInPage.svelte")).default;
const profile: Load = async () => (await import("./friends/ProfilePage.svelte")).default;
const LOADS: Record<string, Load> = {
  me: async () => (await import("./account/AccountPage.svelte")).default,
  "me/games": async () => (await import("./history/MyGamesPage.svelte")).default,
  "me/figures": async () => (await import("./figures/FiguresPage.svelte")).default,
  ratings: async () => (await import("./ratings/RatingsPage.svelte")).default,
  friends: async () => (await import("./friends/FriendsPage.svelte")).default,
  "sign-in": signIn,
  device: signIn,
};

/** What an address shows, if it is one of ours. */
export function routeOf(path: string[]): ClubRoute | undefined {
  if (path[0] === "member" && path[1]) return { load: profile, props: { name: path[1] } };
  const load = LOADS[path.join("/")];
  return load && { load, props: {} };
}
