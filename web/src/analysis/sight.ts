/** Is the beginning of something in sight, in whatever scrolls around it? */
export function isInSight(what: Element, least: number): boolean {
  const { top, height } = what.getBoundingClientRect();
  const frame = scrollerOf(what).getBoundingClientRect();
  return top >= frame.top && top + Math.min(height, least) <= frame.bottom;
}

function scrollerOf(what: Element): Element {
  for (let around = what.parentElement; around; around = around.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(around).overflowY)) return around;
  }
  return document.documentElement;
}
