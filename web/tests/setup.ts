/** What jsdom lacks and Svelte asks for. */
import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/svelte";

// A busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 });

window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
})) as unknown as typeof window.matchMedia;
Element.prototype.animate ??= (() => ({ cancel: () => {}, finished: Promise.resolve() })) as never;
/** Everything is as large as a map on a laptop. */
window.ResizeObserver ??= class {
  constructor(private readonly tell: ResizeObserverCallback) {}
  observe(target: Element): void {
    const contentRect = { width: 900, height: 700 } as DOMRectReadOnly;
    this.tell([{ target, contentRect } as ResizeObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
};
