/** Draw the maps of the built-in boards, unless nothing they are made of has changed. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const STAMP = path("../src/board/generated/stamp.txt");

const sources = ["./", "../src/board/", "../fixtures/"].flatMap((folder) =>
  readdirSync(path(folder))
    .filter((name) => /\.(ts|mjs|json)$/.test(name))
    .map((name) => path(folder + name)),
);
const hash = createHash("sha256");
for (const source of sources.sort()) hash.update(readFileSync(source));
const stamp = hash.digest("hex");

if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== stamp) {
  const { module } = await runnerImport(path("./build.ts"), { configFile: false });
  module.drawAll(path("../src/board/generated/"));
  writeFileSync(STAMP, stamp);
}
