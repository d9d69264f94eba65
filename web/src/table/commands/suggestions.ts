/**
 * The command line: what somebody may mean by what they write. A city, two cities, an action in
 * words or in the notation of the server. It offers only what the server says is legal.
 */
import { GRAY, LOCOMOTIVE, type Edition, type Route } from "../../board/edition";
import type { Cards, PublicPart } from "../../protocol";
import { t, type Key } from "../../texts/index.svelte";
import {
  actionText,
  cardNames,
  cardsText,
  cityName,
  colorName,
  pairName,
  claimedBy,
  seatName,
  trainsText,
  type Reader,
} from "../../texts/names";

export type Does =
  | { kind: "city"; city: string }
  | { kind: "route"; route: string }
  | { kind: "play"; action: string }
  | { kind: "two" }
  | { kind: "tickets" }
  | { kind: "hint" }
  | { kind: "seat"; seat: number }
  | { kind: "say"; text: string };

export interface Suggestion {
  label: string;
  /** What choosing it does, or how it stands. */
  note: string;
  does: Does;
}

/** What the command line must know of the table. */
export interface Sight {
  reader: Reader;
  legal: ReadonlySet<string>;
  mayHint: boolean;
  view: PublicPart;
  hand: Cards | null;
  offer: number[];
}

export const MOST = 8;

/** Small letters without accents, points, dashes and soft hyphens: "St. Marie" is found by "st marie". */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’.\u00ad]/g, "")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();
}

/** What the text may mean, the likeliest first. */
export function suggest(text: string, sight: Sight): Suggestion[] {
  const words = plain(text).split(" ").filter(Boolean);
  const all = words.length
    ? [...ofNotation(text, sight), ...ofAction(words, sight), ...ofPlaces(words, sight)]
    : ofTurn(sight);
  const seen = new Set<string>();
  return all
    .filter(({ does }) => {
      const key = JSON.stringify(does);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST);
}

type Verb = "draw" | "claim" | "tickets" | "keep" | "pass" | "hand" | "where" | "hint";
const VERBS: Verb[] = ["draw", "claim", "tickets", "keep", "pass", "hand", "where", "hint"];

/** Is this word one of the catalogue's? English ones, those of the notation, always are. */
function isWord(word: string, name: Verb | "deck" | "two" | "wild"): boolean {
  const known = plain(t(`command.word.${name}` as Key)).split(" ");
  return word === name || known.some((one) => one === word);
}

function play(sight: Sight, action: string): Suggestion {
  return {
    label: actionText(sight.reader, action, sight.offer),
    note: action,
    does: { kind: "play", action },
  };
}

/** The notation itself, also when only begun. */
function ofNotation(text: string, sight: Sight): Suggestion[] {
  const begun = text.trim().toLowerCase().replace(/\s+/g, " ");
  const found = [...sight.legal].filter((action) => action.startsWith(begun));
  if (!begun.includes(" ") && !found.includes(begun)) return [];
  return found.filter((action) => action !== "tickets").map((action) => play(sight, action));
}

/** Without a word: what can be done now. */
function ofTurn(sight: Sight): Suggestion[] {
  const keeps = [...sight.legal].filter((action) => action.startsWith("keep "));
  return [
    ...keeps.map((action) => play(sight, action)),
    ...draws([], sight),
    ...ofVerb("tickets", [], sight),
    ...ofVerb("pass", [], sight),
    ...ofVerb("hint", [], sight),
  ];
}

function ofAction([first = "", ...rest]: string[], sight: Sight): Suggestion[] {
  return VERBS.filter((verb) => isWord(first, verb)).flatMap((verb) => ofVerb(verb, rest, sight));
}

function ofVerb(verb: Verb, rest: string[], sight: Sight): Suggestion[] {
  const { reader, legal } = sight;
  switch (verb) {
    case "draw":
      return draws(rest, sight);
    case "claim":
      return claims(rest, sight);
    case "keep":
      return [...legal].filter((one) => one.startsWith("keep ")).map((one) => play(sight, one));
    case "pass":
      return legal.has("pass") ? [play(sight, "pass")] : [];
    case "tickets":
      if (!legal.has("tickets")) return [];
      return [{ label: t("do.tickets"), note: "tickets", does: { kind: "tickets" } }];
    case "hint":
      return sight.mayHint ? [{ label: t("hint"), note: "", does: { kind: "hint" } }] : [];
    case "hand": {
      if (!sight.hand) return [];
      const cards = cardsText(reader.edition, sight.hand) || t("hand.none");
      return [{ label: t("hand.is", { cards }), note: "", does: { kind: "say", text: cards } }];
    }
    case "where":
      return seats(rest.join(" "), sight);
  }
}

function draws(rest: string[], sight: Sight): Suggestion[] {
  const { edition } = sight.reader;
  const color = rest.map((word) => colorOf(edition, word)).find(Boolean);
  const legal = [...sight.legal].filter((action) => action.startsWith("draw "));
  const isTwo = rest.some((word) => isWord(word, "two"));
  const isDeck = rest.some((word) => isWord(word, "deck"));
  const two: Suggestion[] =
    sight.legal.has("draw deck") && sight.view.phase === "turn"
      ? [{ label: t("row.draw_two"), note: "", does: { kind: "two" } }]
      : [];
  if (isTwo) return two;
  const wanted = color ? `draw ${color}` : isDeck ? "draw deck" : "";
  const fitting = legal.filter((action) => !wanted || action === wanted);
  const [first, ...others] = fitting.map((action) => play(sight, action));
  return [...(first ? [first] : []), ...(wanted ? [] : two), ...others];
}

/** "denver omaha purple 3 wild 1": the route between two cities, and how it is paid for. */
function claims(rest: string[], sight: Sight): Suggestion[] {
  const { edition } = sight.reader;
  const isPayment = (word: string) =>
    /^\d/.test(word) || Boolean(colorOf(edition, word)) || isWord(word, "wild");
  // A city may be named like a color or begin with one; then it has no color after it.
  const end = rest.findIndex((word, n) => n > 1 && isPayment(word));
  const cities = end < 0 ? rest : rest.slice(0, end);
  const paid = end < 0 ? [] : rest.slice(end);
  const routes = routesOf(cities, edition).map(({ id }) => id);
  const colors = paid.flatMap((word) => colorOf(edition, word) ?? []);
  const numbers = paid.flatMap((word) => word.match(/\d+/g) ?? []);
  const payments = [...sight.legal]
    .filter((action) => routes.includes(action.split(" ")[1] ?? "") && action.startsWith("claim "))
    .filter((action) => {
      const [, , color = "", amount = ""] = action.split(" ");
      const counts = amount.split("+");
      const main = colors.filter((one) => one !== LOCOMOTIVE);
      if (main.length && main[0] !== color) return false;
      return numbers.every((number, n) => counts[n] === number);
    });
  const offered = paid.length ? payments : [];
  return [
    ...offered.map((action) => play(sight, action)),
    ...routes.map((id) => routeLine(id, sight)),
  ];
}

/** The players whose name begins so; all if none is named. */
function seats(name: string, { reader, view }: Sight): Suggestion[] {
  const { edition, names } = reader;
  return names.flatMap((each, seat) => {
    const isMe = seat === reader.seat && plain(t("you")).startsWith(name);
    if (!isMe && !plain(each).startsWith(name)) return [];
    const label = t("command.has", {
      name: seatName(reader, seat),
      points: t("points", { n: view.route_points[seat] ?? 0 }),
      trains: trainsText(edition, view.trains[seat] ?? 0),
      cards: t("players.cards", { n: view.hands[seat] ?? 0 }),
      tickets: t("players.tickets", { n: view.tickets[seat] ?? 0 }),
    });
    return [{ label, note: t("command.show"), does: { kind: "seat", seat } }];
  });
}

/** Two cities that are joined come before single ones. */
function ofPlaces(words: string[], sight: Sight): Suggestion[] {
  const { edition } = sight.reader;
  const cities = citiesOf(words.join(" "), edition).map((city): Suggestion => ({
    label: cityName(edition, city),
    note: t("command.show"),
    does: { kind: "city", city },
  }));
  const routes = routesOf(words, edition).map(({ id }) => routeLine(id, sight));
  return [...cities.slice(0, 4), ...routes];
}

function routeLine(id: string, { reader, view, legal }: Sight): Suggestion {
  const { edition } = reader;
  const route = edition.board.routes.find((one) => one.id === id)!;
  const color = route.color === GRAY ? t("route.any") : colorName(edition, route.color);
  const owner = view.routes[id];
  const isPayable = [...legal].some((action) => action.startsWith(`claim ${id} `));
  let state = isPayable ? t("text.payable") : t("board.open");
  if (view.closed.includes(id)) state = t("board.closed");
  if (owner !== undefined) state = claimedBy(reader, owner);
  return {
    label: `${pairName(edition, route.cities)}, ${route.length}, ${color}`,
    note: state,
    does: { kind: "route", route: id },
  };
}

/** Every route between two cities that these words name, however they are divided. */
function routesOf(words: string[], edition: Edition): Route[] {
  const names = words.filter((word) => word !== "to");
  return names.slice(1).flatMap((_, n) => {
    const from = citiesOf(names.slice(0, n + 1).join(" "), edition);
    const to = citiesOf(names.slice(n + 1).join(" "), edition);
    const joins = ([one, other]: readonly [string, string]) =>
      (from.includes(one) && to.includes(other)) || (from.includes(other) && to.includes(one));
    return edition.board.routes.filter(({ cities }) => joins(cities));
  });
}

/** Cities by their name or how it begins, then those with a word that begins so. */
function citiesOf(name: string, { board }: Edition): string[] {
  const rank = (city: string): number => {
    if (city === name) return 0;
    if (city.startsWith(name)) return 1;
    return city.includes(` ${name}`) ? 2 : 3;
  };
  return board.cities
    .map((city) => ({ id: city.id, rank: rank(plain(city.name)) }))
    .filter((city) => city.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map((city) => city.id);
}

/** The color a word names, in the reader's language, in English, or by what wild cards are called. */
function colorOf(edition: Edition, word: string): string | undefined {
  if (isWord(word, "wild")) return LOCOMOTIVE;
  return [...edition.colors, LOCOMOTIVE].find((color) =>
    cardNames(edition, color).some((name) => plain(name) === word),
  );
}
