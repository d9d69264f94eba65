import { afterEach, expect, test } from "vitest";
import london from "../../fixtures/london.json";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import type { PublicPart } from "../../src/protocol";
import { MOST, plain, suggest, type Sight } from "../../src/table/commands/suggestions";
import { speak } from "../../src/texts/index.svelte";

const edition = usa as unknown as Edition;
const LEGAL = [
  "draw deck",
  "draw red",
  "draw locomotive",
  "claim denver-omaha purple 4",
  "claim denver-omaha purple 3+1",
  "claim dallas-houston red 1",
  "tickets",
];

function sight(legal: string[] = LEGAL, more: Partial<PublicPart> = {}): Sight {
  const view = {
    phase: "turn",
    routes: { "denver-helena": 1 },
    closed: [],
    route_points: [7, 4],
    trains: [41, 42],
    hands: [5, 6],
    tickets: [2, 3],
    ...more,
  } as unknown as PublicPart;
  return {
    reader: { edition, names: ["Ann", "Bob"], seat: 0 },
    legal: new Set(legal),
    mayHint: true,
    view,
    hand: { red: 2, locomotive: 1 },
    offer: [],
  };
}

const does = (text: string, at = sight()) => suggest(text, at).map((one) => one.does);

afterEach(() => speak("en"));

test("names are found without accents, points and large letters", () => {
  expect(plain("Sault St. Marie")).toBe("sault st marie");
  expect(plain("Montréal – Boston")).toBe("montreal boston");
  expect(plain("Fahrdienst\u00adleiter 1")).toBe("fahrdienstleiter 1");
  expect(does("montreal")[0]).toEqual({ kind: "city", city: "montreal" });
});

test("a city is shown, by its name or how any word of it begins", () => {
  expect(does("den")[0]).toEqual({ kind: "city", city: "denver" });
  expect(does("orleans")[0]).toEqual({ kind: "city", city: "new_orleans" });
  expect(does("new")).toHaveLength(2);
});

test("two cities open the route between them, however they are written", () => {
  const route = { kind: "route", route: "denver-omaha" };
  for (const text of ["denver omaha", "Omaha, Denver", "oma - den", "denver to omaha"])
    expect(does(text)).toContainEqual(route);
  expect(does("new york washington")).toContainEqual(
    expect.objectContaining({ kind: "route", route: expect.stringContaining("new_york-wash") }),
  );
  expect(does("denver miami")).toEqual([]);
});

test("a route says how it stands", () => {
  const [open] = suggest("denver omaha", sight());
  expect(open).toMatchObject({ label: "Denver – Omaha, 4, purple", note: "claimable" });
  const [taken] = suggest("denver helena", sight());
  expect(taken?.note).toBe("claimed by Bob");
});

test("the notation itself is offered, also when only begun", () => {
  expect(does("draw red")[0]).toEqual({ kind: "play", action: "draw red" });
  const begun = does("claim denver-omaha");
  expect(begun.slice(0, 2)).toEqual([
    { kind: "play", action: "claim denver-omaha purple 4" },
    { kind: "play", action: "claim denver-omaha purple 3+1" },
  ]);
  expect(does("draw green", sight())).toEqual([]);
});

test("actions are said in words", () => {
  expect(does("draw 2")[0]).toEqual({ kind: "two" });
  expect(does("draw wild")[0]).toEqual({ kind: "play", action: "draw locomotive" });
  expect(does("tickets")[0]).toEqual({ kind: "tickets" });
  expect(does("hint")[0]).toEqual({ kind: "hint" });
  expect(does("claim denver omaha purple 3 wild 1")[0]).toEqual({
    kind: "play",
    action: "claim denver-omaha purple 3+1",
  });
  expect(does("claim denver omaha")).toEqual([{ kind: "route", route: "denver-omaha" }]);
});

test("facts are told: one's hand, and what somebody has", () => {
  expect(suggest("hand", sight())[0]?.label).toBe("Your hand: 1 locomotive and 2 red");
  const [bob] = suggest("where bob", sight());
  expect(bob?.does).toEqual({ kind: "seat", seat: 1 });
  expect(bob?.label).toBe("Bob: 4 points, 42 trains, 6 cards, 3 tickets");
});

test("nothing is offered that is not legal", () => {
  const waiting = { ...sight([]), mayHint: false };
  for (const text of ["draw", "draw 2", "tickets", "pass", "hint", "keep 1", ""])
    expect(does(text, waiting)).toEqual([]);
  expect(does("draw 2", sight(["draw deck"], { phase: "second_card" }))).toEqual([]);
});

test("an empty line offers what can be done, and never more than fits", () => {
  const offered = does("");
  expect(offered).toContainEqual({ kind: "two" });
  expect(offered).toContainEqual({ kind: "tickets" });
  const many = Array.from({ length: 30 }, (_, n) => `keep ${n}`);
  expect(does("keep", sight(many))).toHaveLength(MOST);
});

test("the reader's language is understood beside the notation", async () => {
  await speak("de");
  expect(does("ziehe 2")[0]).toEqual({ kind: "two" });
  expect(does("ziehe rot")[0]).toEqual({ kind: "play", action: "draw red" });
  expect(does("draw red")[0]).toEqual({ kind: "play", action: "draw red" });
  await speak("fr");
  expect(does("billets")[0]).toEqual({ kind: "tickets" });
});

test("a bus card is drawn by its name, or by that of the bus, in every language", async () => {
  const at = sight(["draw deck", "draw locomotive", "draw pink"]);
  at.reader.edition = london as unknown as Edition;
  const bus = [{ kind: "play", action: "draw locomotive" }];
  for (const name of ["bus", "buses", "bus card", "locomotive", "wild"])
    expect(does(`draw ${name}`, at)).toEqual(bus);
  await speak("de");
  for (const name of ["Bus", "Busse", "Buskarte"]) expect(does(`draw ${name}`, at)).toEqual(bus);
  await speak("fr");
  for (const name of ["bus", "carte bus"]) expect(does(`draw ${name}`, at)).toEqual(bus);
});
