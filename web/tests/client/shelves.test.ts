/** Editions on one board stand together. */
import { expect, test } from "vitest";
import type { EditionLine } from "../../src/protocol";
import { shelves } from "../../src/home/shelves";

const line = (id: string, name: string, board: string, own_board = false): EditionLine => ({
  ...{ id, name, board, own_board },
  ...{ min_seats: 2, max_seats: 5, digest: "" },
});
const USA = line("usa", "USA", "USA");
const MEGA = line("usa_mega", "USA Mega", "USA");
const LONDON = line("london", "London", "London");

test("variants of a board share a tile, and a board of one's own has its own", () => {
  const mine = line("mine", "My USA", "USA", true);
  const found = shelves([USA, LONDON, MEGA, mine]);
  expect(found.map(({ editions }) => editions.map(({ id }) => id))).toEqual([
    ["usa", "usa_mega"],
    ["london"],
    ["mine"],
  ]);
});
