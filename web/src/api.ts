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
  QrCode,
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

/** A server that has just been installed compiles its rules first; whoever waits for it is told. */
let tellThatItCompiles = () => {};
export const onCompiling = (tell: () => void) => (tellThatItCompiles = tell);
const ASK_AGAIN = 5000; // milliseconds

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  if (!answer.ok) {
    const problem = await readProblem(answer);
    if (problem.code !== "compiling") throw new Refusal(answer.status, problem);
    tellThatItCompiles();
    await new Promise((done) => setTimeout(done, ASK_AGAIN));
    return call<T>(method, path, body);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export async function readProblem(answer: Response): Promise<Problem> {
  const said = (await answer.json().catch(() => null)) as Partial<Problem> | null;
  const { status } = answer;
  // Something between us and the server may have answered in its place.
  if (!said?.sentence) return { code: "http", sentence: `Answered ${status}.`, values: { status } };
  return { code: said.code ?? "http", sentence: said.sentence, values: said.values ?? {} };
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);

/** 32 random bytes, this browser's part in the shuffle. Works without a secure context. */
export function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sit down under the promise that was seen, with this browser's part in the shuffle. */
async function sitUnder<Taken extends SeatTaken>(
  commitment: string,
  path: string,
  wanted: object = {},
): Promise<Taken> {
  const nonce = makeNonce();
  const taken = await post<Taken>(path, { ...wanted, nonce, commitment });
  keepPromise(taken.table, wantsSeat(wanted) ? nonce : null, commitment);
  return taken;
}

/** A screen that opens a table for others gives no number to the shuffle. */
function wantsSeat(wanted: Partial<NewTable>): boolean {
  return wanted.chairs?.some(({ kind }) => kind === "me") ?? true;
}

/** Sit down under a promise that is asked for; if it was used up meanwhile, under the next one. */
async function sit<Taken extends SeatTaken>(
  promised: () => Promise<string>,
  path: string,
  wanted: object = {},
  tries = MOST_TRIES,
): Promise<Taken> {
  try {
    return await sitUnder<Taken>(await promised(), path, wanted);
  } catch (error) {
    if (tries === 1 || !isOvertaken(error)) throw error;
    return sit<Taken>(promised, path, wanted, tries - 1);
  }
}

const MOST_TRIES = 5;

/** Somebody was quicker: another page of this browser, or another player who wants a rematch. */
const isOvertaken = (error: unknown) =>
  error instanceof Refusal && error.problem.code === "other_promise";

/** The promise for the next table that I open; asked for each time, since each table uses one up. */
const promisedToMe = () => getMe().then((me) => me.commitment);
const promisedAt = (id: string) => getTable(id).then(({ table }) => table.promise.commitment);

/** The promise of the rematch that somebody has opened, or of the one that I am to open. */
async function promisedAgain(id: string): Promise<string> {
  const { rematch } = (await getTable(id)).table;
  return rematch === null ? promisedToMe() : promisedAt(rematch);
}

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

export const playNow = (wanted: Omit<PlayNow, "nonce" | "commitment">) =>
  sit<SeatTaken>(promisedToMe, "/api/play", wanted);
/** The introduction is dealt alike to everybody: nobody's number has a part in it. */
export const playIntroduction = (wanted: Omit<PlayNow, "nonce">) =>
  post<SeatTaken>("/api/play", { ...wanted, introduction: true, nonce: makeNonce() });
export const openTable = (wanted: Omit<NewTable, "nonce" | "commitment">) =>
  sit<Opened>(promisedToMe, "/api/tables", wanted);
export const getTable = (id: string) => get<Here>(at(id));
/** A link to a chair as a QR code; in the body, for addresses are written into logs. */
export const drawLink = (address: string) => post<QrCode>("/api/qr", { address });
export const getInvitation = (token: string) => get<Invitation>(`/api/invitations/${token}`);
export const acceptInvitation = (token: string, commitment: string) =>
  sitUnder<SeatTaken>(commitment, `/api/invitations/${token}`);
export const getResume = (token: string) => get<Invitation>(`/api/resume/${token}`);

/** Play for a chair by its private link, which this device may hand on in its turn. */
export async function resume(token: string): Promise<SeatTaken> {
  const taken = await post<SeatTaken>(`/api/resume/${token}`);
  return { ...taken, private_links: { [String(taken.you.chair)]: `/resume/${token}` } };
}

/** Sit down at a table, under its promise if that was shown. */
export const takeChair = async (id: string, commitment?: string) =>
  sitUnder<SeatTaken>(commitment ?? (await promisedAt(id)), `${at(id)}/chairs`);
/** Let a bot of this level play where nobody has come. */
export const seatBot = (id: string, chair: number, bot: string) =>
  post<Here>(`${at(id)}/chairs/${chair}/bot`, { bot });
export const sayReady = (id: string, ready: boolean) => post<Here>(`${at(id)}/ready`, { ready });
export const startTable = (id: string) => post<Here>(`${at(id)}/start`);
export const leaveTable = (id: string) => post<Here>(`${at(id)}/leave`);
export const closeTable = (id: string) => post<Here>(`${at(id)}/close`);
/** I would rather play on: nobody's wish to end the game counts any more. */
export const playOn = (id: string) => call<Here>("DELETE", `${at(id)}/close`);
/** A new private link for my chair; other devices have it no more. */
export const newPrivateLink = (id: string, chair: number) =>
  post<SeatTaken>(`${at(id)}/chairs/${chair}/link`);
export const switchChat = (id: string, on: boolean) => post<Here>(`${at(id)}/chat`, { on });
export const reportGuest = (id: string, guest: string, words: string) =>
  post<void>(`${at(id)}/reports`, { guest, words });
/** Join the rematch that somebody has opened, or open it. */
export const playAgain = ({ id }: TableInfo) =>
  sit<SeatTaken>(() => promisedAgain(id), `${at(id)}/rematch`);
export const removeSpectator = (id: string, guest: string) =>
  post<Here>(`${at(id)}/remove`, { guest });
export const getLinks = (id: string) => post<Links>(`${at(id)}/links`);

/** The present view with all steps; or what a spectator sees, though a chair may be held. */
export const getView = (id: string) => get<View>(`${at(id)}/view`);
export const getPublicView = (id: string) => get<View>(`${at(id)}/view?chair=-1`);

/** The view after so many actions, without the steps; of a finished game, through any chair's eyes. */
export function getMoment(id: string, moment: number, chair: number | null): Promise<View> {
  const eyes = chair === null ? "" : `&chair=${chair}`;
  return get<View>(`${at(id)}/view?at=${moment}&seen=${moment + 1}${eyes}`);
}

export const recordAddress = (id: string) => `${at(id)}/record`;
