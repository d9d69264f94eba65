/** The other people at a table: who sits, watches, or has written there. */
import type { ChatLine, TableInfo, You } from "../../protocol";
import { chairName } from "../../texts/names";

export interface Other {
  guest: string;
  name: string;
}

export function othersAt(table: TableInfo | null, you: You | null, chat: ChatLine[]): Other[] {
  const found = new Map<string, string>();
  for (const { guest, name } of chat) if (guest) found.set(guest, name);
  for (const { guest, name } of table?.spectators ?? []) found.set(guest, name);
  for (const chair of table?.chairs ?? [])
    if (chair.guest && !you?.chairs.includes(chair.chair)) found.set(chair.guest, chairName(chair));
  found.delete(you?.guest ?? "");
  return [...found].map(([guest, name]) => ({ guest, name }));
}
