import { expect, test } from "vitest";
import { bestFirst, cardsOf, FEW, lacking, MOST, mostOf } from "../../src/table/payment/payments";
import { shortList, spareCards, wayFor, type Way } from "../../src/table/payment/payments";

const way = (id: string, payment: string): Way => ({ id, payment, key: `${id} ${payment}` });
/** A gray route of three spaces, for a hand of 4 red, 3 blue and 3 locomotives. */
const GRAY = [
  ...["pay red 3", "pay blue 3", "pay red 2+1", "pay blue 2+1", "pay red 1+2", "pay blue 1+2"],
  "pay locomotive 3",
].map((payment) => way("a-b", payment));

test("few ways are all offered, of many the best of each color", () => {
  expect(shortList(GRAY.slice(0, FEW))).toHaveLength(FEW);
  const best = shortList(GRAY).map(({ payment }) => payment);
  expect(best).toEqual(["pay red 3", "pay blue 3", "pay locomotive 3"]);
});

test("of very many colors only the best are offered", () => {
  const colors = ["red", "blue", "green", "black", "white", "pink", "orange", "yellow"];
  const ways = colors.map((color) => way("a-b", `pay ${color} 2`));
  expect(shortList(ways)).toEqual(ways.slice(0, MOST));
});

test("the tracks of a double route keep their best ways apart", () => {
  const both = [...GRAY, way("a-b.2", "pay green 3"), way("a-b.2", "pay green 2+1")];
  expect(shortList(both).map(({ key }) => key)).toContain("a-b.2 pay green 3");
  expect(wayFor(both, { green: 2, locomotive: 1 })?.id).toBe("a-b.2");
});

test("a mix is a payment exactly if the server has listed it", () => {
  for (const one of GRAY) expect(wayFor(GRAY, cardsOf(one))).toBe(one);
  expect(wayFor(GRAY, { red: 2, blue: 0, locomotive: 1 })?.payment).toBe("pay red 2+1");
  const others = [{}, { red: 2 }, { red: 4 }, { red: 2, blue: 1 }, { green: 3 }];
  for (const mix of others) expect(wayFor(GRAY, mix)).toBeUndefined();
});

test("no more cards can be counted out than some payment takes", () => {
  expect(mostOf(GRAY)).toEqual({ red: 3, blue: 3, locomotive: 3 });
  expect(mostOf([way("a-b", "pay red 3")])).toEqual({ red: 3 });
});

test("what a mix lacks is told by the number of cards that the payments have", () => {
  expect(lacking(GRAY, { red: 1 })).toBe(2);
  expect(lacking(GRAY, { red: 2, blue: 1 })).toBe(0);
  expect(lacking(GRAY, { red: 3, locomotive: 1 })).toBe(-1);
});

test("the best payment has the fewest locomotives, then the color with most to spare", () => {
  const legal = ["pay red 3", "pay red 2+1", "pay blue 3", "pay green 3", "pay locomotive 3"];
  const sorted = bestFirst(
    legal.map((payment) => way("a-b", payment)),
    { red: 0, blue: 1, green: -2, locomotive: 9 },
  );
  expect(sorted.map(({ payment }) => payment)).toEqual([
    ...["pay blue 3", "pay red 3", "pay green 3", "pay red 2+1", "pay locomotive 3"],
  ]);
});

test("what the routes of my tickets take is not to spare", () => {
  const wanted = [
    { color: "red", length: 3 },
    { color: "red", length: 2 },
    { color: "gray", length: 4 },
  ];
  expect(spareCards({ red: 4, blue: 3 }, wanted)).toMatchObject({ red: -1, blue: 3 });
});
