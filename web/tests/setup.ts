/** What jsdom lacks and Svelte asks for. */
import "@testing-library/jest-dom/vitest";

window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
})) as unknown as typeof window.matchMedia;
Element.prototype.animate ??= (() => ({ cancel: () => {}, finished: Promise.resolve() })) as never;
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
