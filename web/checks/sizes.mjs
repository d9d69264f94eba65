/** Is the built client small enough? The game's page with one language, and each map, gzipped. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const PAGE = 150;
const MAP = 60;
const MAPS = ["usa", "london", "new_york"];
const LANGUAGES = ["de", "fr"];

const folder = fileURLToPath(new URL("../../caboose/static/assets/", import.meta.url));
if (!existsSync(folder)) {
  console.log("The client is not built, so its size was not looked at: npm run build.");
  process.exit(0);
}

/** @type {Record<string, number>} */
const sizes = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  const packed = gzipSync(readFileSync(folder + file)).length / 1000;
  const part = file.split("-")[0] ?? file;
  sizes[part] = (sizes[part] ?? 0) + packed;
}
const language = Math.max(...LANGUAGES.map((name) => sizes[name] ?? 0));
const rest = Object.keys(sizes).filter((name) => !MAPS.includes(name) && !LANGUAGES.includes(name));
const page = rest.reduce((sum, name) => sum + (sizes[name] ?? 0), language);

const measured = [["the page", page, PAGE], ...MAPS.map((map) => [map, sizes[map] ?? NaN, MAP])];
let isTooLarge = false;
for (const [name, size, most] of measured) {
  if (size <= most) continue;
  isTooLarge = true;
  console.error(`${name}: ${Number(size).toFixed(1)} kB gzipped; at most ${most} are allowed.`);
}
process.exit(isTooLarge ? 1 : 0);
