import { expect, test } from "vitest";
import { Paths } from "../../src/board/paths";

const SVG = "http://www.w3.org/2000/svg";

test("what stays the same is not touched when other paths come and go", () => {
  const group = document.createElementNS(SVG, "g");
  const paths = new Paths(group);
  const [one, other, third] = ["M0 0", "M1 1", "M2 2"].map((d) => ({ look: "space", d }));
  paths.draw([one!, other!]);
  const kept = group.children[1];
  paths.draw([other!, third!]);
  expect(group.children[0]).toBe(kept);
  expect([...group.children].map((path) => path.getAttribute("d"))).toEqual(["M1 1", "M2 2"]);
  expect(group.children[1]!.namespaceURI).toBe(SVG);
  paths.draw([]);
  expect(group.children).toHaveLength(0);
});
