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

  /** Somebody has signed in here, or is a member now. */
  is(me: Me): void {
    this.me = me;
    this.#asked = Promise.resolve(me);
    change({ name: me.name });
  }

  async lookAgain(): Promise<void> {
    this.is(await getMe());
  }

  /** Be called otherwise; a member is refused now and then. */
  async call(name: string): Promise<void> {
    if (this.me) this.me = await rename(name);
    change({ name });
  }

  forget(): void {
    this.me = null;
    this.#asked = null;
    change({ name: madeUpName() });
  }
}

export const guest = new Guest();
if (!settings.name) change({ name: madeUpName() });
