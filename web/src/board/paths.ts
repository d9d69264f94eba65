/**
 * Many paths in one group, written in one go: a component's element for each takes far longer, and
 * they are most of what a map is made of. Afterwards only what has changed is touched.
 */

export interface Path {
  look: string;
  d: string;
}

/** The paths of a group, none of which covers another. The same object is the same path. */
export class Paths {
  readonly #drawn = new Map<Path, Element>();

  constructor(private readonly group: SVGGElement) {}

  draw(paths: readonly Path[]): void {
    const wanted = new Set(paths);
    for (const [path, element] of this.#drawn) if (!wanted.has(path)) this.#remove(path, element);
    this.#add(paths.filter((path) => !this.#drawn.has(path)));
  }

  #remove(path: Path, element: Element): void {
    element.remove();
    this.#drawn.delete(path);
  }

  #add(paths: readonly Path[]): void {
    const first = this.group.children.length;
    this.group.insertAdjacentHTML("beforeend", paths.map(written).join(""));
    paths.forEach((path, n) => this.#drawn.set(path, this.group.children[first + n]!));
  }
}

/** Words of our own only: nothing that somebody has typed is written here. */
function written({ look, d }: Path): string {
  return `<path class="${look}" d="${d}"/>`;
}
