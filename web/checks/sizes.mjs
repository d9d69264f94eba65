/** Is the built client small enough? What each page loads, and each map, gzipped. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const FRONT = 62;
const GAME = 150; // all that a table ever loads, with the larger of the other languages
const PAGE = 10; // a page of its own, beyond what others load: no player's device loads it
const ANALYSIS = 25; // beyond the replay, and only when it is asked for
const MAP = 60;
const MAPS = ["usa", "london", "new_york"].flatMap((map) => [`${map}_wide`, `${map}_tall`]);
const LANGUAGES = ["de", "fr"];

const built = fileURLToPath(new URL("../../caboose/static/", import.meta.url));
const folder = `${built}assets/`;
if (!existsSync(folder)) {
  console.log("The client is not built, so its size was not looked at: npm run build.");
  process.exit(0);
}

const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
/** @type {(file: string) => string} */
const partOf = (file) => file.split("-")[0] ?? file;
/** @type {(files: Iterable<string>) => number} */
const sizeOf = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(folder + file)).length / 1000, 0);
/** @type {(part: string) => number} */
const sizeOfPart = (part) => {
  const files = scripts.filter((file) => partOf(file) === part);
  return files.length ? sizeOf(files) : NaN;
};

/** Add a script and all that it cannot begin without. */
function follow(/** @type {string} */ file, /** @type {Set<string>} */ found) {
  if (found.has(file)) return;
  found.add(file);
  const text = readFileSync(folder + file, "utf8");
  for (const [, next] of text.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
    if (next) follow(next, found);
  }
}

/** All scripts of the entry and of these parts. @type {(...parts: string[]) => Set<string>} */
function loadedBy(...parts) {
  const found = new Set();
  const entry = readFileSync(`${built}index.html`, "utf8").matchAll(/assets\/([^"]+\.js)/g);
  for (const [, file] of entry) if (file) follow(file, found);
  for (const part of parts) {
    const files = scripts.filter((name) => partOf(name) === part);
    if (!files.length) throw new Error(`there is no part ${part}: was it renamed?`);
    for (const file of files) follow(file, found);
  }
  return found;
}

const language = Math.max(...LANGUAGES.map(sizeOfPart));
const game = sizeOf(
  loadedBy("TablePage", "deferred", "WaitingRoom", "HandView", "Rules", "EndAnalysis", "quarters"),
);
/** @type {[string, number, number][]} */
const measured = [
  ["the front page", sizeOf(loadedBy("HomePage")), FRONT],
  ["a game", game + language, GAME],
  ["the TV", sizeOfPart("TvPage"), PAGE],
  [
    "the analysis",
    sizeOf(loadedBy("ReplayPage", "AnalysisPanel")) - sizeOf(loadedBy("ReplayPage")),
    ANALYSIS,
  ],
  ["the operator's page", sizeOfPart("OperatorPage"), PAGE],
];
measured.push(["drawing somebody's own board, in place of a map", sizeOfPart("ownBoard"), MAP]);
for (const map of MAPS) measured.push([map, sizeOfPart(map), MAP]);

let isTooLarge = false;
for (const [name, size, most] of measured) {
  if (process.env.SIZES) console.log(`${name}: ${size.toFixed(1)} of ${most} kB gzipped`);
  if (size <= most) continue;
  isTooLarge = true;
  console.error(`${name}: ${size.toFixed(1)} kB gzipped; at most ${most} are allowed.`);
}
process.exit(isTooLarge ? 1 : 0);
