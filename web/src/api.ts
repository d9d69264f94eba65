/** The server over HTTP: one function per address. */
import type { Edition } from "./board/edition";
import type {
  EditionLine,
  Here,
  Invitation,
  LevelLine,
  Links,
  Me,
  NewTable,
  Opened,
  PlayNow,
  Problem,
  SeatTaken,
  TableInfo,
  TableLine,
  View,
} from "./protocol";
import { keepPromise } from "./stores/promise";

/** The server said no, or could not be reached; `sentence` is fit to be shown. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.sentence);
  }
}

const UNREACHABLE: Problem = {
  code: "unreachable",
  sentence: "The server cannot be reached; check the connection and try again.",
  values: {},
};

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const asked: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    asked.body = JSON.stringify(body);
    asked.headers = { "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(path, asked);
  } catch {
    throw new Refusal(0, UNREACHABLE);
  }
  if (!answer.ok) throw new Refusal(answer.status, await readProblem(answer));
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function readProblem(answer: Response): Promise<Problem> {
  const said = (await answer.json().catch(() => null)) as Partial<Problem> | null;
  const { status } = answer;
  // Something between us and the server may have answered in its place.
  if (!said?.sentence) return { code: "http", sentence: `Answered ${status}.`, values: { status } };
  return { code: said.code ?? "http", sentence: said.sentence, values: said.values ?? {} };
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);

/** 32 random bytes, this browser's part in the shuffle. Works without a secure context. */
export function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sit down, with this browser's part in the shuffle; it is sent when the promise is known. */
async function sit<Taken extends SeatTaken>(
  path: string,
  promised: string | Promise<string>,
  wanted: object = {},
): Promise<Taken> {
  const commitment = await promised;
  const nonce = makeNonce();
  const taken = await post<Taken>(path, { ...wanted, nonce });
  keepPromise(taken.table, nonce, commitment);
  return taken;
}

/** The promise for the next table that I open; asked for each time, since each table uses one up. */
const promisedToMe = () => getMe().then((me) => me.commitment);
const promisedAt = (id: string) => getTable(id).then(({ table }) => table.promise.commitment);

const at = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const getMe = () => get<Me>("/api/me");
export const newGuest = (name: string) => post<Me>("/api/guests", { name });
export const rename = (name: string) => call<Me>("PATCH", "/api/me", { name });
export const forgetMe = () => call<void>("DELETE", "/api/me");

export const getPushKey = () => get<{ key: string }>("/api/push");
export const subscribeToPush = (endpoint: string) => post<void>("/api/me/push", { endpoint });
export const unsubscribeFromPush = (endpoint: string) =>
  call<void>("DELETE", "/api/me/push", { endpoint });

export const getEditions = () =>
  get<{ editions: EditionLine[] }>("/api/editions").then((said) => said.editions);
export const getEdition = (id: string) => get<Edition>(`/api/editions/${encodeURIComponent(id)}`);
/** The rules and our rulings, as Markdown, chapter by chapter. */
export const getRules = () =>
  get<{ chapters: Record<string, string> }>("/api/rules").then((said) => said.chapters);
export const getLevels = () =>
  get<{ levels: LevelLine[] }>("/api/levels").then((said) => said.levels);

const tables = (path: string) => get<{ tables: TableLine[] }>(path).then((said) => said.tables);
export const getLobby = () => tables("/api/lobby");
export const getMyTables = () => tables("/api/me/tables");
export const getGames = (edition = "") =>
  tables(`/api/games?limit=60${edition && `&edition=${encodeURIComponent(edition)}`}`);

export const playNow = (wanted: Omit<PlayNow, "nonce">) =>
  sit<SeatTaken>("/api/play", promisedToMe(), wanted);
/** The introduction is dealt alike to everybody: nobody's number has a part in it. */
export const playIntroduction = (wanted: Omit<PlayNow, "nonce">) =>
  post<SeatTaken>("/api/play", { ...wanted, introduction: true, nonce: makeNonce() });
export const openTable = (wanted: Omit<NewTable, "nonce">) =>
  sit<Opened>("/api/tables", promisedToMe(), wanted);
export const getTable = (id: string) => get<Here>(at(id));
export const getInvitation = (token: string) => get<Invitation>(`/api/invitations/${token}`);
export const acceptInvitation = (token: string, commitment: string) =>
  sit<SeatTaken>(`/api/invitations/${token}`, commitment);
export const getResume = (token: string) => get<Invitation>(`/api/resume/${token}`);

/** Play for a chair by its private link, which this device may hand on in its turn. */
export async function resume(token: string): Promise<SeatTaken> {
  const taken = await post<SeatTaken>(`/api/resume/${token}`);
  return { ...taken, private_links: { [String(taken.you.chair)]: `/resume/${token}` } };
}

/** Sit down at a table, under its promise if that was shown. */
export const takeChair = (id: string, commitment?: string) =>
  sit<SeatTaken>(`${at(id)}/chairs`, commitment ?? promisedAt(id));
export const startTable = (id: string) => post<Here>(`${at(id)}/start`);
export const leaveTable = (id: string) => post<Here>(`${at(id)}/leave`);
export const closeTable = (id: string) => post<Here>(`${at(id)}/close`);
/** Join the rematch that somebody has opened, or open it. */
export const playAgain = ({ id, rematch }: TableInfo) =>
  sit<SeatTaken>(`${at(id)}/rematch`, rematch === null ? promisedToMe() : promisedAt(rematch));
export const removeOnlooker = (id: string, guest: string) =>
  post<Here>(`${at(id)}/remove`, { guest });
export const getLinks = (id: string) => post<Links>(`${at(id)}/links`);

/** The present view with all steps; or what an onlooker sees, though a chair may be held. */
export const getView = (id: string) => get<View>(`${at(id)}/view`);
export const getPublicView = (id: string) => get<View>(`${at(id)}/view?chair=-1`);

/** The view after so many actions, without the steps; of a finished game, through any chair's eyes. */
export function getMoment(id: string, moment: number, chair: number | null): Promise<View> {
  const eyes = chair === null ? "" : `&chair=${chair}`;
  return get<View>(`${at(id)}/view?at=${moment}&seen=${moment + 1}${eyes}`);
}

export const recordAddress = (id: string) => `${at(id)}/record`;
