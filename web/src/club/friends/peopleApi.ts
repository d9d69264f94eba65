/** Members among each other over HTTP: profiles, friends, blocks, and asking to a table. */
import { call, get, getMyTables, openTable, post } from "../../api";
import type { Duel, Duels, Friends, Opened, Options, Profile, Shown } from "../../protocol";
import { keepBack, keepLinks } from "../../stores/links";
import { settings } from "../../stores/settings.svelte";

/** Where a member is shown to others. */
export const profilePath = (name: string) => `/member/${encodeURIComponent(name)}`;

export const getProfile = (name: string) =>
  get<Profile>(`/api/profile?${new URLSearchParams({ name })}`);
export const getShown = () => get<Shown>("/api/member/shown");
export const putShown = (shown: Shown) => call<Shown>("PUT", "/api/member/shown", shown);

export const getFriends = () => get<Friends>("/api/friends");
export const follow = (guest: string) => call<void>("PUT", `/api/friends/${guest}`);
export const unfollow = (guest: string) => call<void>("DELETE", `/api/friends/${guest}`);
export const block = (guest: string) => call<void>("PUT", `/api/blocks/${guest}`);
export const unblock = (guest: string) => call<void>("DELETE", `/api/blocks/${guest}`);

export const askToTable = (table: string, guest: string) =>
  post<void>(`/api/tables/${table}/asked`, { guest });
export const decline = (table: string) => call<void>("DELETE", `/api/tables/${table}/asked`);

/** Ask somebody to a table of mine that waits, or to a new one for two; which it is. */
export async function askAlong(guest: string): Promise<string> {
  const table = (await waitingTable()) ?? (await tableForTwo());
  await askToTable(table, guest);
  return table;
}

async function waitingTable(): Promise<string | undefined> {
  const mine = await getMyTables();
  return mine.find(({ status, open_chairs }) => status === "waiting" && open_chairs > 0)?.id;
}

async function tableForTwo(): Promise<string> {
  const opened: Opened = keepBack(
    await openTable({
      edition: settings.edition || "usa",
      chairs: [
        { kind: "me", bot: null, name: null },
        { kind: "open", bot: null, name: null },
      ],
      name: "",
      options: AS_USUAL,
    }),
  );
  keepLinks(opened.table.id, opened.invitations);
  return opened.table.id;
}

const AS_USUAL: Options = {
  clock: null,
  watch: "anyone",
  listed: false,
  order: "lot",
  start: "owner",
  chat: true,
  tv: false,
  rated: false,
};

/** Where a member is challenged to a duel. */
export const duelPath = ({ guest, name }: { guest: string; name: string }): string =>
  `/duels?${new URLSearchParams({ rival: guest, name })}`;

/** The duels that somebody has challenged me to, and that I have not accepted. */
export const getChallenges = async (): Promise<Duel[]> =>
  (await get<Duels>("/api/duels")).duels.filter(
    ({ role, status }) => role === "invited" && status === "offered",
  );
