/** The guest of this browser. It is made when it is first needed, with a name that is made up. */
import { getMe, newGuest, Refusal, rename } from "../api";
import type { Me } from "../protocol";
import { change, madeUpName, settings } from "./settings.svelte";

class Guest {
  me = $state.raw<Me | null>(null);
  #asked: Promise<Me | null> | null = null;

  get name(): string {
    return this.me?.name ?? settings.name;
  }

  /** Who am I, if anybody? */
  look(): Promise<Me | null> {
    this.#asked ??= getMe().then(
      (me) => (this.me = me),
      (error: unknown) => {
        if (error instanceof Refusal && error.status === 401) return null;
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }

  /** I am somebody from now on. */
  async be(): Promise<Me> {
    const known = this.me ?? (await this.look());
    if (known) return known;
    if (!settings.name) change({ name: madeUpName() });
    this.me = await newGuest(settings.name);
    this.#asked = Promise.resolve(this.me);
    return this.me;
  }

  async call(name: string): Promise<void> {
    change({ name });
    if (this.me) this.me = await rename(name);
  }

  forget(): void {
    this.me = null;
    this.#asked = null;
    change({ name: madeUpName() });
  }
}

export const guest = new Guest();
if (!settings.name) change({ name: madeUpName() });
