/** Which page is shown: the address, without reloading. */

export const place = $state({ path: location.pathname, hash: location.hash });

function read(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

addEventListener("popstate", read);
addEventListener("hashchange", read);

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  read();
  scrollTo(0, 0);
}

/** Change what stands behind the # without a new entry in the history. */
export function setHash(hash: string): void {
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${hash}`);
  place.hash = `#${hash}`;
}

/** Let links of our own change the page without reloading it. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
