import { render, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { BUILT_IN } from "../../demo/editions";
import Board from "../../src/board/Board.svelte";

const usa = BUILT_IN[0]!;
const london = BUILT_IN.find((edition) => edition.id === "london")!;

async function shown(props: Partial<Parameters<typeof render<typeof Board>>[1]> & object = {}) {
  const onroute = vi.fn();
  const oncity = vi.fn();
  const made = render(Board, { edition: usa, onroute, oncity, ...props });
  await waitFor(() => expect(buttons("Denver,")).toHaveLength(1));
  return { ...made, onroute, oncity };
}

/** Buttons by the beginning of what they say. */
function buttons(name: string): SVGElement[] {
  return [...document.querySelectorAll<SVGElement>(`[role="button"][aria-label^="${name}"]`)];
}

function button(name: string): SVGElement {
  expect(buttons(name), name).toHaveLength(1);
  return buttons(name)[0]!;
}

test("every road is a button that says where it goes and how it stands", async () => {
  await shown({
    claims: { "denver-kansas_city.1": 1, "chicago-omaha": 0 },
    closed: new Set(["denver-kansas_city.2"]),
    seatNames: ["Ada", "Ben"],
  });
  button("Denver to Kansas City, 4, black, claimed by Ben; orange, closed");
  button("Chicago to Omaha, 4, blue, claimed by Ada");
  button("Denver to Omaha, 4, purple, open");
  expect(document.querySelectorAll("[data-road]")).toHaveLength(78);
});

test("Enter on a road opens it, with both routes of a double one", async () => {
  const { onroute } = await shown();
  button("Denver to Omaha").focus();
  await userEvent.keyboard("{Enter}");
  expect(onroute).toHaveBeenLastCalledWith(["denver-omaha"]);
  button("Denver to Kansas City").focus();
  await userEvent.keyboard(" ");
  expect(onroute).toHaveBeenLastCalledWith(["denver-kansas_city.1", "denver-kansas_city.2"]);
});

test("a click by a screen reader opens a road and a city", async () => {
  const { onroute, oncity } = await shown();
  const click = (): MouseEvent => new MouseEvent("click", { bubbles: true, detail: 0 });
  button("Denver to Omaha").dispatchEvent(click());
  expect(onroute).toHaveBeenCalledWith(["denver-omaha"]);
  button("Denver,").dispatchEvent(click());
  expect(oncity).toHaveBeenCalledWith("denver");
});

test("Tab goes from a city to its own roads only, arrows to the next city", async () => {
  await shown();
  const denver = button("Denver,");
  denver.focus();
  const stops = (): (string | null)[] =>
    [...document.querySelectorAll("[data-road]")]
      .filter((road) => road.getAttribute("tabindex") === "0")
      .map((road) => road.getAttribute("aria-label"));
  await waitFor(() => expect(stops()).toHaveLength(7));
  for (const label of stops()) expect(label).toMatch(/Denver/);
  await userEvent.keyboard("{ArrowRight}");
  expect(button("Kansas City,")).toHaveFocus();
});

test("only claims that arrive later drop onto the board, and lie there when they have fallen", async () => {
  const { container, rerender } = await shown({ claims: { "chicago-omaha": 0 } });
  const count = (selector: string): number => container.querySelectorAll(selector).length;
  expect([count(".pieces"), count(".taken"), count(".drop")]).toEqual([1, 0, 0]);
  await rerender({ claims: { "chicago-omaha": 0, "denver-santa_fe": 1 } });
  expect([count(".pieces"), count(".taken"), count(".drop")]).toEqual([1, 1, 0]);
  await waitFor(() => expect(count(".drop")).toBe(2));
  await waitFor(() => expect(count(".pieces")).toBe(2));
  await waitFor(() => expect(count(".taken") + count(".drop")).toBe(0));
});

test("a claim that is taken back while it falls is gone at once", async () => {
  const { container, rerender } = await shown({ claims: {} });
  await rerender({ claims: { "denver-santa_fe": 1 } });
  await rerender({ claims: {} });
  expect(container.querySelectorAll(".pieces, .taken")).toHaveLength(0);
  await waitFor(() => expect(container.querySelectorAll(".drop")).toHaveLength(0));
});

test("without animation a claim lies there at once", async () => {
  const { container, rerender } = await shown({ claims: {}, animate: false });
  await rerender({ claims: { "denver-santa_fe": 1 } });
  expect(container.querySelectorAll(".pieces")).toHaveLength(1);
  expect(container.querySelectorAll(".taken")).toHaveLength(0);
});

test("a claim is heard of once it has been seen", async () => {
  const { rerender } = await shown({ seatNames: ["Ada"] });
  await rerender({ claims: { "denver-omaha": 0 } });
  await waitFor(() => button("Denver to Omaha, 4, purple, claimed by Ada"));
});

test("rings, dashed ways and cut-off tickets are drawn", async () => {
  const { container } = await shown({
    rings: [
      { city: "denver", letter: "A" },
      { city: "omaha", letter: "A" },
      { city: "miami", letter: "B" },
      { city: "boston", letter: "B" },
    ],
    dashed: ["denver-omaha"],
    cutOff: ["B"],
  });
  expect(container.querySelectorAll(".ring")).toHaveLength(4);
  expect(container.querySelectorAll(".ring.is-cut")).toHaveLength(2);
  expect(container.querySelectorAll(".way:not(.under)")).toHaveLength(1);
  expect(container.querySelectorAll(".cut")).toHaveLength(1);
});

test("another edition replaces the board", async () => {
  const { rerender, container } = await shown();
  await rerender({ edition: london });
  await waitFor(() => button("Big Ben,"));
  expect(container.querySelectorAll(".quarter")).toHaveLength(5);
});
