/** A table by its address, for as long as a page lives: the line to it, and its edition's map. */
import { untrack } from "svelte";
import type { Edition } from "../board/edition";
import { expectMap, sceneOf } from "../board/scene";
import { loadEdition } from "../stores/editions.svelte";
import { guest } from "../stores/guest.svelte";
import { noteError } from "../stores/notices.svelte";
import { TableStore } from "./tableStore.svelte";

export interface AtTable {
  readonly store: TableStore | null;
  readonly edition: Edition | null;
}

/** Speaks for the first of my chairs, or for the one that is named; -1 only looks on. */
export function atTable(id: () => string, chair: number | null = null): AtTable {
  let store = $state.raw<TableStore | null>(null);
  let edition = $state.raw<Edition | null>(null);

  $effect(() => {
    let mine: TableStore | null = null;
    let gone = false;
    const table = id();
    void untrack(() => guest.be())
      .catch(() => null)
      .then(() => {
        if (gone) return;
        mine = new TableStore(table, chair);
        store = mine;
      });
    return () => {
      gone = true;
      mine?.close();
      store = edition = null;
    };
  });

  $effect(() => {
    const name = store?.table?.edition;
    if (!name || edition?.id === name) return;
    expectMap(name);
    // With its map, so that the table is drawn once.
    const drawn = loadEdition(name).then(async (whole) => {
      await sceneOf(whole.board);
      return whole;
    });
    drawn.then((whole) => (edition = whole), noteError);
  });

  return {
    get store() {
      return store;
    },
    get edition() {
      return edition;
    },
  };
}
