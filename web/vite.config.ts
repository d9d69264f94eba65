/** How the client is built into the Python package, served while it is written, and tested. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

const SERVER = "http://127.0.0.1:8000";

/** What nearly every page needs: one file, for each is one more to ask for before anything is seen. */
const BASE = [
  /node_modules\/(?!@simplewebauthn)|src\/stores|texts\/(en|index|names)/,
  /board\/(edition|palette|BoardThumb)/,
  /parts\/(Chunk|Dialog|Icon|Message|MyName)|people\/clockText/,
];

/** What tables and replays have in common, again as one file. */
const GAME =
  /src\/(board|socket|texts\/(logLines|spokenBoard)|parts\/(Card|Path|Seat|TrainIcon)|table\/commands\/keyboard)/;

/** What a table and a phone that is a hand have in common: small pieces, smaller in one file. */
const HAND =
  /table\/(reactions|payment\/payments|people\/(SeatClock|Chat|Bubble)|effects\/announceDevices|tickets\/Tickets\.)/;

/** Maps, and what lays out and draws a board that nobody has prepared. */
const LATER =
  /board\/(generated|ownBoard|island|layout|chooseLabels|settle|sheet|field|fans|spaces)/;

/** What asks for an analysis after a game, and tells how far it has come. */
const ASKING = /analysis\/(EndAnalysis|Progress|words\.svelte|analysisStore|analysisApi)/;

export default defineConfig({
  base: "/",
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: "../caboose/static",
    emptyOutDir: true,
    // Inlined fonts and pictures would need a looser content policy than the server sends.
    assetsInlineLimit: 0,
    // One style sheet: one that came later would have the whole page styled again.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: (id) => BASE.some((one) => one.test(id)), priority: 1 },
            { name: "settings", test: /parts\/SettingsDialog|src\/push/ },
            { name: "hand", test: HAND },
            { name: "EndAnalysis", test: ASKING },
            { name: "share", test: /parts\/(share|ShareLink|QrCode)/ },
            { name: "quarters", test: /board\/(quarters|contours)/, priority: 1 },
            { name: "game", test: (id) => GAME.test(id) && !LATER.test(id) },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts", "src/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    // A busy machine is no failure.
    testTimeout: 60_000,
  },
});
