/**
 * The server's models as TypeScript, from docs/protocol/models.json.
 *
 *   node checks/protocol.mjs           write src/protocol.ts again
 *   node checks/protocol.mjs --check   fail if it is out of date
 */
import { readFile, writeFile } from "node:fs/promises";

import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const MODELS = new URL("../../docs/protocol/models.json", import.meta.url);
const TYPES = new URL("../src/protocol.ts", import.meta.url);
const BANNER = `/**
 * What goes over the wire. Made by \`make protocol\` from the server's models
 * (caboose/server/protocol): change those, not this.
 */`;

async function types() {
  const models = JSON.parse(await readFile(MODELS, "utf-8"));
  const made = await compile(models, "Models", {
    additionalProperties: false,
    bannerComment: BANNER,
    unreachableDefinitions: true,
    format: false,
    ignoreMinAndMaxItems: true,
  });
  const kept = made.replace(/export interface Models \{[^}]*\}\n/, "");
  const options = await resolveConfig(TYPES.pathname);
  return format(kept, { ...options, parser: "typescript" });
}

const wanted = await types();
if (process.argv.includes("--check")) {
  const found = await readFile(TYPES, "utf-8").catch(() => "");
  if (found !== wanted) {
    console.error("web/src/protocol.ts is out of date: run `make protocol`.");
    process.exit(1);
  }
} else {
  await writeFile(TYPES, wanted);
}
