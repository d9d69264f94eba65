/** The front page asks the server for everything it shows at once. */
import { render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import HomePage from "../../src/home/HomePage.svelte";

afterEach(() => vi.unstubAllGlobals());

test("only my tables wait for an answer, that of who I am", () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return new Promise(() => {});
  });
  render(HomePage);
  const known = asked.filter((path) => !path.startsWith("/api/editions/"));
  expect(known.sort()).toEqual(["/api/editions", "/api/levels", "/api/lobby", "/api/me"]);
});
