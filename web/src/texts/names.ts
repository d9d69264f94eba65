/** How things of the game are called on the screen. */
import { GRAY, LOCOMOTIVE, type Edition, type Route } from "../board/edition";
import type { Cards, Chair, Reason, TableInfo, TicketEffect } from "../protocol";
import { list, negative, t, tOr, type TextValues } from "./index.svelte";
import { whyText } from "./why";

/** Who reads: the edition, the names of the players by seat, and the seat of the reader. */
export interface Reader {
  edition: Edition;
  names: string[];
  seat: number | null;
}

export function colorName(edition: Edition, color: string, n = 1): string {
  if (color !== LOCOMOTIVE) return tOr(`color.${color}`, color, { n });
  const { locomotive, locomotives } = edition.words;
  return tOr(`word.${locomotive}`, n === 1 ? locomotive : locomotives, { n });
}

/** A card that is taken: "red", "a bus card". */
export function oneCard(edition: Edition, color: string): string {
  const name = colorName(edition, color);
  return color === LOCOMOTIVE ? t("card.wild", { wild: name }) : name;
}

/** What people may call a card, in their language or in English; a bus card also by its piece. */
export function cardNames(edition: Edition, color: string): string[] {
  const { train, trains, locomotive } = edition.words;
  const isPiece = color === LOCOMOTIVE && locomotive.startsWith(`${train} `);
  const pieces = isPiece ? [train, trains, pieceWord(edition, 1), pieceWord(edition, 2)] : [];
  return [color, colorName(edition, color), colorName(edition, color, 2), ...pieces];
}

function pieceWord({ words: { train, trains } }: Edition, n: number): string {
  return tOr(`word.${train}`, n === 1 ? train : trains, { n });
}

/** "3 buses", in the words of the edition. */
export function trainsText(edition: Edition, n: number): string {
  return `${n} ${pieceWord(edition, n)}`;
}

export function trainsWord(edition: Edition): string {
  return pieceWord(edition, 2);
}

export function cityName(edition: Edition, id: string): string {
  return edition.board.cities.find((city) => city.id === id)?.name ?? id;
}

export function routeOf(edition: Edition, id: string): Route | undefined {
  return edition.board.routes.find((route) => route.id === id);
}

export function pairName(edition: Edition, cities: readonly [string, string]): string {
  return `${cityName(edition, cities[0])} – ${cityName(edition, cities[1])}`;
}

export function routeName(edition: Edition, id: string): string {
  const route = routeOf(edition, id);
  return route ? pairName(edition, route.cities) : id;
}

export function ticketName(edition: Edition, id: number): string {
  const ticket = edition.tickets[id];
  return ticket ? pairName(edition, ticket.cities) : `${id}`;
}

/** "Denver – Omaha: needs 10 trains instead of 13", once a route is claimed. */
export function effectText(edition: Edition, { ticket, before, trains }: TicketEffect): string {
  return t("route.nearer", {
    ticket: ticketName(edition, ticket),
    trains: trainsText(edition, trains),
    before,
  });
}

export function seatName(reader: Reader, seat: number): string {
  if (seat === reader.seat) return t("you");
  return reader.names[seat] ?? t("seat", { n: seat + 1 });
}

/** Whose a route is; after these words "you" has another form in some languages. */
export function ownedBy(reader: Reader, seat: number): string {
  if (seat === reader.seat) return t("route.yours");
  return t("route.owned", { name: seatName(reader, seat) });
}

export function claimedBy(reader: Reader, seat: number): string {
  if (seat === reader.seat) return t("board.yours");
  return t("board.claimed", { name: seatName(reader, seat) });
}

/** A bot's level in the reader's language; any other name stays as it is. */
export function levelName(name: string): string {
  return tOr(`level.${name.toLowerCase()}`, name);
}

/** Who sits on a chair: a bot that was given no name is called by its level. */
export function chairName({ name, bot, kind, guest }: Named): string {
  if (kind === "person" && guest === null) return t("forgotten");
  return name.toLowerCase() === bot ? levelName(name) : name;
}

/** A bot's level, to stand beside its name; nothing if it is called by it already. */
export function levelBeside({ name, bot }: Pick<Chair, "name" | "bot">): string {
  return bot && name.toLowerCase() !== bot ? levelName(bot) : "";
}

type Named = Pick<Chair, "name" | "bot" | "kind" | "guest">;

/** Who plays, where only names are known, and an open chair has none. */
export function playerNames(names: string[]): string[] {
  const called = (name: string) => (name === FORGOTTEN ? t("forgotten") : levelName(name));
  return numbered(names.filter(Boolean).map(called));
}

/** Who plays; after the end with their points, the best first. */
export function playersText(names: string[], totals: number[]): string {
  const players = playerNames(names).map((name, seat) => ({ name, total: totals[seat] }));
  players.sort((a, b) => (b.total ?? 0) - (a.total ?? 0));
  return list(
    players.map(({ name, total }) => (total === undefined ? name : `${name} (${negative(total)})`)),
  );
}

/** What the server calls a player who wanted to be forgotten. */
const FORGOTTEN = "Somebody";

/** What a table is called: by its name, else after a person, else by what is played. */
export function tableName({ name, whose, edition_name }: Called): string {
  return name || (whose ? t("table.of", { name: whose }) : edition_name);
}

type Called = Pick<TableInfo, "name" | "whose" | "edition_name">;

/** Names of which equal ones are numbered: "Driver 1", "Ann", "Driver 2". */
export function numbered(names: string[]): string[] {
  return names.map((name, place) => {
    const same = names.slice(0, place).filter((other) => other === name).length;
    return names.filter((other) => other === name).length > 1 ? `${name} ${same + 1}` : name;
  });
}

/** The players' names by seat; empty until seats are given. Equal names are numbered. */
export function seatNames(table: TableInfo | null): string[] {
  const names: string[] = [];
  for (const chair of table?.chairs ?? []) {
    if (chair.seat === null) continue;
    names[chair.seat] = chairName(chair);
  }
  return numbered(names);
}

/** The colors of an edition as they lie in a hand: wild cards first. */
export function handOrder(edition: Edition): string[] {
  return [LOCOMOTIVE, ...edition.colors];
}

/** "2 red, 1 locomotive", leaving out what is not there. */
export function cardsText(edition: Edition, cards: Cards): string {
  const held = handOrder(edition).filter((color) => (cards[color] ?? 0) > 0);
  return list(held.map((color) => `${cards[color]} ${colorName(edition, color, cards[color])}`));
}

export interface Payment {
  color: string;
  cards: number;
  locomotives: number;
}

/** "pay orange 3+1" in its parts. */
export function readPayment(action: string): Payment {
  const [, color = "", amount = "0"] = action.split(" ");
  const [cards = "0", locomotives = "0"] = amount.split("+");
  if (color === LOCOMOTIVE) return { color, cards: 0, locomotives: Number(cards) };
  return { color, cards: Number(cards), locomotives: Number(locomotives) };
}

export function paymentCards({ color, cards, locomotives }: Payment): Cards {
  return { ...(cards ? { [color]: cards } : {}), [LOCOMOTIVE]: locomotives };
}

/** Why something cannot be done at a table, with names for ids and the words of its edition. */
export function reasonText(reader: Reader, reason: Reason): string {
  const { edition } = reader;
  const { route, seat, color, cards, locomotives, need } = reason.values;
  const wilds = Number(locomotives ?? 0);
  const n = Number(need ?? reason.values.n ?? 2);
  const named: TextValues = {
    wild: colorName(edition, LOCOMOTIVE, 2),
    wilds: `${wilds} ${colorName(edition, LOCOMOTIVE, wilds)}`,
    trains: trainsText(edition, n),
    n,
  };
  if (typeof route === "string") named.route = routeName(edition, route);
  if (typeof seat === "number") named.name = seatName(reader, seat);
  if (typeof color === "string") {
    named.color = colorName(edition, color, Number(cards ?? 1));
    named.colors = colorName(edition, color, n);
  }
  const wanted = routeOf(edition, String(route))?.color ?? GRAY;
  const isOfColor = reason.code === "not_enough_cards" && wanted !== GRAY;
  return whyText(isOfColor ? { ...reason, code: "not_enough_of_color" } : reason, named);
}

/** An action in words, as a hint says it: "draw from the deck". */
export function actionText(reader: Reader, action: string, offer: number[] = []): string {
  const { edition } = reader;
  const [kind, what = "", color, amount] = action.split(" ");
  switch (kind) {
    case "draw":
      if (what === LOCOMOTIVE) return t("do.take.wild", { wild: colorName(edition, what) });
      return what === "deck" ? t("do.deck") : t("do.take", { color: colorName(edition, what) });
    case "claim": {
      const route = routeName(edition, what);
      if (!color || !amount) return t("do.claim", { route });
      const cards = cardsText(edition, paymentCards(readPayment(`pay ${color} ${amount}`)));
      return t("do.claim_with", { route, cards });
    }
    case "pay":
      return t("do.pay", { cards: cardsText(edition, paymentCards(readPayment(action))) });
    case "tickets":
      return t("do.tickets");
    case "keep": {
      const places = action.split(" ").slice(1).map(Number);
      const kept = places.map((place) => ticketName(edition, offer[place - 1] ?? -1));
      return t("do.keep", { tickets: list(kept) });
    }
    default:
      return t("do.pass");
  }
}
