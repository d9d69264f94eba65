/** The lock must work on every system and name no registry. Usage: node checks/lock.mjs LOCK */
import { readFileSync } from "node:fs";

/** One sentence for everything wrong with the text of a package lock. */
export function lockProblems(text) {
  const packages = JSON.parse(text).packages ?? {};
  const places = Object.keys(packages);
  const problems = /"resolved"\s*:/.test(text)
    ? ["The lock names a registry: keep web/.npmrc and run npm install again."]
    : [];
  for (const [place, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const isThere = places.some((other) => other.endsWith(`node_modules/${name}`));
      if (!isThere) problems.push(`${place} needs ${name} on some systems, and the lock lacks it.`);
    }
  }
  return problems;
}

if (process.argv[2]) {
  const problems = lockProblems(readFileSync(process.argv[2], "utf8"));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}
