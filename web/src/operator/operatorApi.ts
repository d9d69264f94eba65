/** What whoever runs the server may ask, with their token. It is kept until the tab is closed. */
import { Refusal } from "../api";
import type { BanLine, NewBan, Problem, RefusedBoard, Report } from "../protocol";

const PLACE = "caboose.operator";

export const keptToken = () => sessionStorage.getItem(PLACE) ?? "";
export const keepToken = (token: string) => sessionStorage.setItem(PLACE, token);

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${keptToken()}`, "content-type": "application/json" };
  const asked: RequestInit = { method, headers };
  if (body !== undefined) asked.body = JSON.stringify(body);
  const answer = await fetch(`/api/operator${path}`, asked);
  if (!answer.ok) throw new Refusal(answer.status, (await answer.json()) as Problem);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const getReports = () =>
  ask<{ reports: Report[] }>("GET", "/reports").then(({ reports }) => reports);
export const finishReport = (id: number, outcome: "dismissed" | "acted") =>
  ask<void>("POST", `/reports/${id}`, { outcome });
export const getBans = () => ask<{ bans: BanLine[] }>("GET", "/bans").then(({ bans }) => bans);
export const ban = (wanted: NewBan) => ask<BanLine>("POST", "/bans", wanted);
export const liftBan = (id: number) => ask<void>("DELETE", `/bans/${id}`);
export const getRefusedBoards = () =>
  ask<{ boards: RefusedBoard[] }>("GET", "/boards").then(({ boards }) => boards);
