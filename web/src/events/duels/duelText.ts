/** How a duel stands, in words: on its own page, and in a line of the list. */
import type { Duel } from "../../protocol";
import { halvesText, timeText } from "../../texts/pageWords";
import { say, type EditionWord } from "../eventWords";

export const isMine = ({ role }: Duel): boolean => role === "challenger" || role === "rival";

/** Who won; nothing as long as it is played. */
export function outcome(duel: Duel): string {
  if (duel.status !== "over") return "";
  if (!duel.rival) return say("duel.lapsed");
  const ahead = (duel.me.points ?? 0) - (duel.rival.points ?? 0);
  if (ahead === 0) return say("duel.tied");
  if (ahead > 0 && isMine(duel)) return say(duel.team_of > 1 ? "team.won" : "duel.won");
  return say("duel.lost", { name: ahead > 0 ? duel.me.name : duel.rival.name });
}

/** What is played, and against whom. */
export function title({ edition, role, me, rival }: Duel): string {
  if (role === "invited") return say("duel.asked", { name: me.name });
  const name = say(edition as EditionWord);
  return rival ? `${name}, ${say("duel.against", { name: rival.name })}` : name;
}

/** How far it is, or how it ended. */
export function standing(duel: Duel): string {
  const { status, role, me, rival, ends_at } = duel;
  const end = say("duel.ends", { time: timeText(ends_at) });
  if (role === "invited") return `${say(duel.edition as EditionWord)} · ${end}`;
  if (status === "offered") return say("duel.offered");
  if (status === "running") return `${say("duel.done", { n: me.done })} · ${end}`;
  if (!rival) return outcome(duel);
  return `${outcome(duel)} ${halvesText(me.points ?? 0)} : ${halvesText(rival.points ?? 0)}`;
}
