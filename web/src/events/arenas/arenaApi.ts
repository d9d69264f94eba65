/** Arenas over HTTP. */
import { call, get, post } from "../../api";
import { keepFollowing } from "../../jsonLines";
import type { Arena, ArenaLine, Arenas, NewArena } from "../../protocol";

const at = (id: string) => `/api/arenas/${encodeURIComponent(id)}`;

export const getArenas = (): Promise<ArenaLine[]> =>
  get<Arenas>("/api/arenas").then(({ arenas }) => arenas);
export const openArena = (wanted: NewArena) => post<Arena>("/api/arenas", wanted);
export const joinArena = (id: string) => post<Arena>(`${at(id)}/join`);
export const pauseArena = (id: string) => post<Arena>(`${at(id)}/pause`);
export const stopRepeating = (id: string) => call<void>("DELETE", `${at(id)}/repeats`);

/** Hear how an arena stands until the signal ends it; a player who listens is there. */
export const followArena = (id: string, hear: (stands: Arena) => void, signal: AbortSignal) =>
  keepFollowing(`${at(id)}/stream`, hear, signal);
