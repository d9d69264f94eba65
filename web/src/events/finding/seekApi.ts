/** Finding opponents over HTTP. */
import { call, get, post } from "../../api";
import { keepFollowing } from "../../jsonLines";
import type { AllWaiting, NewSeek, Seek, Waiting } from "../../protocol";

export const getWaiting = (): Promise<Waiting[]> =>
  get<AllWaiting>("/api/seeks").then(({ waiting }) => waiting);
export const getSeek = () => get<Seek>("/api/seeks/mine");
export const seek = (wanted: NewSeek) => post<Seek>("/api/seeks", wanted);
export const stopSeeking = () => call<void>("DELETE", "/api/seeks/mine");

/** Wait: hear how it stands until the signal ends it. */
export const followSeek = (hear: (stands: Seek) => void, signal: AbortSignal) =>
  keepFollowing("/api/seeks/mine/stream", hear, signal);
