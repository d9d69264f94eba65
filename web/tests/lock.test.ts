import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockProblems } from "../checks/lock.mjs";

test("our lock works on every system and names no registry", () => {
  expect(lockProblems(readFileSync("package-lock.json", "utf8"))).toEqual([]);
});

test("a lock without the part for another system is refused", () => {
  const packages = { "node_modules/tool": { optionalDependencies: { "tool-for-mac": "1" } } };
  expect(lockProblems(JSON.stringify({ packages }))).toHaveLength(1);
});

test("a lock that names a registry is refused", () => {
  const packages = { "node_modules/tool": { resolved: "somewhere" } };
  expect(lockProblems(JSON.stringify({ packages }))).toHaveLength(1);
});
