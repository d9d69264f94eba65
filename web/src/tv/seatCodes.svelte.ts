/** The links to the open seats of a table, as the screen of its host shows them. */
import { getLinks } from "../api";
import { keepLinks, keptLinks } from "../stores/links";
import { noteError } from "../stores/notices.svelte";
import type { TableStore } from "../table/tableStore.svelte";

/** Links by chair. One that was used is dead: a seat that is open again gets a new one. */
export function seatCodes(store: TableStore): { readonly links: Record<string, string> } {
  let links = $state.raw(keptLinks(store.id) ?? {});
  let isAsking = false;

  $effect(() => {
    const chairs = store.table?.chairs ?? [];
    const open = chairs.filter(({ kind }) => kind === "open").map(({ chair }) => String(chair));
    const good = Object.entries(links).filter(([chair]) => open.includes(chair));
    if (good.length < Object.keys(links).length) keep(Object.fromEntries(good));
    else if (store.you?.owner && good.length < open.length) void ask();
  });

  function keep(made: Record<string, string>): void {
    links = made;
    keepLinks(store.id, made);
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      keep((await getLinks(store.id)).invitations);
    } catch (error) {
      noteError(error);
    } finally {
      isAsking = false;
    }
  }

  return {
    get links() {
      return links;
    },
  };
}
