/** One's own games and figures over HTTP. */
import { get } from "../../api";
import type { Figures, Games, OverTime } from "../../protocol";

export interface Wanted {
  edition: string;
  seats: string;
  rivals: string;
  result: string;
  rated: string;
  search: string;
}

export function getMyGames(wanted: Wanted, skip: number): Promise<Games> {
  const said = Object.entries(wanted).filter(([, value]) => value);
  return get<Games>(`/api/me/games?${new URLSearchParams([...said, ["skip", `${skip}`]])}`);
}

export const getOverTime = () => get<OverTime>("/api/me/over-time");
export const getMyFigures = () => get<Figures>("/api/me/figures");
export const RECORDS = "/api/me/records.zip";
export const PARQUET = "/api/me/records.parquet";
