/** An edition as the server sends it: the numbers of one rulebook, played on one board. */

export interface City {
  id: string;
  name: string;
  lat: number;
  lon: number;
  /** Points for a route that ends here; 0 = no attraction. */
  attraction: number;
  big: boolean;
}

export interface Route {
  id: string;
  cities: [string, string];
  length: number;
  /** A color of the deck, or gray: any one color. */
  color: string;
  twin: string | null;
}

export interface Ticket {
  cities: [string, string];
  points: number;
}

export interface District {
  id: string | number;
  points: number;
  color: string;
  cities: string[];
}

export interface BoardData {
  name: string;
  cities: City[];
  routes: Route[];
  districts: District[];
}

export interface Words {
  train: string;
  trains: string;
  locomotive: string;
  locomotives: string;
}

export interface Edition {
  id: string;
  name: string;
  board: BoardData;
  min_seats: number;
  max_seats: number;
  trains: number;
  starting_hand: number;
  colors: string[];
  cards_per_color: number;
  locomotives: number;
  route_points: number[];
  doubles_open_from: number;
  final_trains: number;
  tickets: Ticket[];
  first_offer: number;
  first_keep: number;
  offer: number;
  keep: number;
  returned_first_tickets_leave: boolean;
  longest_path: number;
  globetrotter: number;
  districts: boolean;
  attractions: boolean;
  tie_break: string[];
  words: Words;
  digest: string;
}

export const GRAY = "gray";
export const LOCOMOTIVE = "locomotive";

/** Do this edition's tickets all touch a big city, so that the map should show which those are? */
export function isAboutBigCities(edition: Edition): boolean {
  const big = new Set(edition.board.cities.filter((city) => city.big).map((city) => city.id));
  return big.size > 0 && edition.tickets.every(({ cities }) => cities.some((id) => big.has(id)));
}
