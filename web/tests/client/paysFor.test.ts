import { expect, test } from "vitest";
import { paysFor } from "../../src/table/payment/paysFor";

const HAND = { red: 2, blue: 4, locomotive: 1 };

test("a color is good for routes of its own and for gray ones, as far as it reaches", () => {
  expect(paysFor({ color: "red", length: 3 }, "red", HAND)).toBe(true);
  expect(paysFor({ color: "gray", length: 3 }, "red", HAND)).toBe(true);
  expect(paysFor({ color: "gray", length: 4 }, "red", HAND)).toBe(false);
  expect(paysFor({ color: "blue", length: 2 }, "red", HAND)).toBe(false);
});

test("wild cards alone are good for any color", () => {
  expect(paysFor({ color: "blue", length: 1 }, "locomotive", HAND)).toBe(true);
  expect(paysFor({ color: "blue", length: 2 }, "locomotive", HAND)).toBe(false);
});
