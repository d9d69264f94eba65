/** Why a route cannot be claimed is told once, and only when it cannot. */
import { expect, test } from "vitest";
import london from "../../fixtures/london.json";
import type { Edition } from "../../src/board/edition";
import type { RouteAnswer } from "../../src/protocol";
import { refusals } from "../../src/table/payment/refusals";
import type { Reader } from "../../src/texts/names";

const reader: Reader = { edition: london as unknown as Edition, names: [], seat: 0 };
const double = reader.edition.board.routes.filter(({ twin }) => twin).slice(0, 2);
const [one = "", other = ""] = double.map(({ id }) => id);

function refused(route: string, color: string): RouteAnswer {
  const values = { need: 2, color, cards: 1, locomotives: 0, route };
  return {
    t: "route",
    id: "",
    route,
    payments: [],
    tickets: [],
    claim: null,
    why_not: { code: "not_enough_cards", sentence: "no.", values },
  };
}

test("both tracks for the same reason: one sentence", () => {
  const answers = { [one]: refused(one, "blue"), [other]: refused(other, "blue") };
  expect(refusals(reader, double, answers)).toHaveLength(1);
});

test("each track for a reason of its own: both sentences", () => {
  const answers = { [one]: refused(one, "blue"), [other]: refused(other, "pink") };
  expect(refusals(reader, double, answers)).toHaveLength(2);
});

test("one track can be claimed: the other is no refusal", () => {
  const open = { ...refused(other, "pink"), payments: ["pay pink 2"], why_not: null };
  expect(refusals(reader, double, { [one]: refused(one, "blue"), [other]: open })).toEqual([]);
});
