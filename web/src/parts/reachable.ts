/** A box that scrolls can be reached with Tab, or its end would be hidden from those without a mouse. */
export function reachable(box: HTMLElement): () => void {
  const look = () => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const watcher = new ResizeObserver(look);
  watcher.observe(box);
  for (const inside of box.children) watcher.observe(inside);
  return () => watcher.disconnect();
}
