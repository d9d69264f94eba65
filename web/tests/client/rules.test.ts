/** The rules in short, above the book: who wins, and what the deck is made of. */
import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import london from "../../fixtures/london.json";
import usa from "../../fixtures/usa.json";
import type { Edition } from "../../src/board/edition";
import Rules from "../../src/rules/Rules.svelte";
import { speak } from "../../src/texts/index.svelte";
import type { Language } from "../../src/stores/settings.svelte";

beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here"))));
afterEach(async () => {
  vi.unstubAllGlobals();
  await speak("en");
});

test.each<[Language, RegExp, string]>([
  [
    "en",
    /Most points wins\./,
    "The deck: 44 cards, 6 each of blue, green, black, pink, yellow, and orange, plus 8 bus cards",
  ],
  [
    "de",
    /Wer die meisten Punkte hat, gewinnt\./,
    "Der Stapel: 44 Karten, je 6 in Blau, Grün, Schwarz, Rosa, Gelb und Orange, dazu 8 Buskarten",
  ],
  [
    "fr",
    /Le plus grand total l’emporte\./,
    "La pioche : 44 cartes, 6 de chaque couleur (bleu, vert, noir, rose, jaune et orange) et 8 cartes bus",
  ],
])("the short rules in %s say who wins and what the deck holds", async (language, wins, deck) => {
  await speak(language);
  render(Rules, { edition: london as unknown as Edition });
  expect(screen.getByText(wins)).toBeInTheDocument();
  expect(screen.getByText(deck)).toBeInTheDocument();
});

test("the deck of the USA has eight colors", () => {
  render(Rules, { edition: usa as unknown as Edition });
  expect(screen.getByText(/110 cards, 12 each of .*, plus 14 locomotives$/)).toBeInTheDocument();
});
