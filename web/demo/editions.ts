/** The editions as the server would send them, for the demo and for tests. */
import london from "../fixtures/london.json";
import newYork from "../fixtures/new_york.json";
import ownBoard from "../fixtures/own_board.json";
import usa from "../fixtures/usa.json";
import usa1910 from "../fixtures/usa_1910.json";
import usaAnniversary from "../fixtures/usa_anniversary.json";
import usaBigCities from "../fixtures/usa_big_cities.json";
import usaMega from "../fixtures/usa_mega.json";
import type { Edition } from "../src/board/edition";

export const BUILT_IN = [
  usa,
  usaAnniversary,
  usa1910,
  usaMega,
  usaBigCities,
  london,
  newYork,
] as unknown as Edition[];

export const OWN_BOARD = ownBoard as unknown as Edition;

export const EDITIONS = [...BUILT_IN, OWN_BOARD];
