import { render, screen, waitFor } from "@testing-library/svelte";
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
  await screen.findByRole("button", { name: /^Denver,/ }, { timeout: 5000 });
  return { ...made, onroute, oncity };
}

test("every road is a button that says where it goes and how it stands", async () => {
  await shown({
    claims: { "denver-kansas_city.1": 1, "chicago-omaha": 0 },
    closed: new Set(["denver-kansas_city.2"]),
    seatNames: ["Ada", "Ben"],
  });
  screen.getByRole("button", {
    name: "Denver to Kansas City, 4, black, claimed by Ben; orange, closed",
  });
  screen.getByRole("button", { name: "Chicago to Omaha, 4, blue, claimed by Ada" });
  screen.getByRole("button", { name: "Denver to Omaha, 4, purple, open" });
  expect(screen.getAllByRole("button", { name: / to / })).toHaveLength(78);
});

test("Enter on a road opens it, with both routes of a double one", async () => {
  const { onroute } = await shown();
  screen.getByRole("button", { name: /^Denver to Omaha/ }).focus();
  await userEvent.keyboard("{Enter}");
  expect(onroute).toHaveBeenLastCalledWith(["denver-omaha"]);
  screen.getByRole("button", { name: /^Denver to Kansas City/ }).focus();
  await userEvent.keyboard(" ");
  expect(onroute).toHaveBeenLastCalledWith(["denver-kansas_city.1", "denver-kansas_city.2"]);
});

test("a click by a screen reader opens a road and a city", async () => {
  const { onroute, oncity } = await shown();
  const click = (): MouseEvent => new MouseEvent("click", { bubbles: true, detail: 0 });
  screen.getByRole("button", { name: /^Denver to Omaha/ }).dispatchEvent(click());
  expect(onroute).toHaveBeenCalledWith(["denver-omaha"]);
  screen.getByRole("button", { name: /^Denver,/ }).dispatchEvent(click());
  expect(oncity).toHaveBeenCalledWith("denver");
});

test("Tab goes from a city to its own roads only, arrows to the next city", async () => {
  await shown();
  const denver = screen.getByRole("button", { name: /^Denver,/ });
  denver.focus();
  const stops = (): (string | null)[] =>
    screen
      .getAllByRole("button", { name: / to / })
      .filter((road) => road.getAttribute("tabindex") === "0")
      .map((road) => road.getAttribute("aria-label"));
  await waitFor(() => expect(stops()).toHaveLength(7));
  for (const label of stops()) expect(label).toMatch(/Denver/);
  await userEvent.keyboard("{ArrowLeft}");
  expect(screen.getByRole("button", { name: /^Las Vegas,/ })).toHaveFocus();
});

test("only claims that arrive later drop onto the board", async () => {
  const { container, rerender } = await shown({ claims: { "chicago-omaha": 0 } });
  expect(container.querySelectorAll(".piece")).toHaveLength(4);
  expect(container.querySelectorAll(".piece.fresh")).toHaveLength(0);
  await rerender({ claims: { "chicago-omaha": 0, "denver-santa_fe": 1 } });
  expect(container.querySelectorAll(".piece.fresh")).toHaveLength(2);
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
  await screen.findByRole("button", { name: /^Big Ben,/ });
  expect(container.querySelectorAll(".quarter")).toHaveLength(5);
});
