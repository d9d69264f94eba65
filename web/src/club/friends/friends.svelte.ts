/** Everybody I have to do with, looked at again and again while somebody looks. */
import { takeChair } from "../../api";
import type { Asked, Friends } from "../../protocol";
import { go } from "../../stores/address.svelte";
import { guest } from "../../stores/guest.svelte";
import { keepBack } from "../../stores/links";
import { noteError } from "../../stores/notices.svelte";
import { decline, getFriends } from "./peopleApi";

const EVERY = 8000; // milliseconds

export class FriendsStore {
  all = $state.raw<Friends | null>(null);
  /** Nobody has claimed a name here. */
  isGuest = $state(false);

  /** Look now and from time to time; ends with the component that asks. */
  constructor() {
    $effect(() => {
      void this.look();
      const looking = setInterval(() => !document.hidden && void this.look(), EVERY);
      return () => clearInterval(looking);
    });
  }

  async look(): Promise<void> {
    const me = await guest.look().catch(() => null);
    this.isGuest = !me?.member;
    if (me?.member) this.all = await getFriends().catch(() => this.all);
  }

  /** Do something with somebody, and see how it stands then. */
  async attempt(what: () => Promise<unknown>): Promise<void> {
    await what().catch(noteError);
    await this.look();
  }

  sitDown = ({ table }: Asked) =>
    this.attempt(async () => {
      keepBack(await takeChair(table.id));
      go(`/t/${table.id}`);
    });
  decline = ({ table }: Asked) => this.attempt(() => decline(table.id));
}
