/** What lies open around the map, or in its place. */

/** On a phone, what stands above the cards; the map alone if it is "map". */
export type Tab = "map" | "tickets" | "players" | "log" | "chat";
export type DialogName = "rules" | "settings" | "keys" | "leave";

export class Panels {
  #tab = $state<Tab>("map");
  #dialog = $state<DialogName | null>(null);
  #isText = $state(false);
  #isMap = $state(false);
  #sought = $state("");
  #isCommandLine = $state(false);

  get tab(): Tab {
    return this.#tab;
  }

  showTab(tab: Tab): void {
    this.#tab = tab;
  }

  toggleTab(tab: Tab): void {
    this.#tab = this.#tab === tab ? "map" : tab;
  }

  get dialog(): DialogName | null {
    return this.#dialog;
  }

  openDialog(name: DialogName): void {
    this.#dialog = name;
  }

  closeDialog(): void {
    this.#dialog = null;
  }

  /** The board is shown as text. */
  get isText(): boolean {
    return this.#isText;
  }

  toggleText(): void {
    this.#isText = !this.#isText;
  }

  /** A phone at a TV table shows the map, too, and not a hand alone. */
  get isMap(): boolean {
    return this.#isMap;
  }

  toggleMap(): void {
    this.#isMap = !this.#isMap;
    this.#tab = "map";
  }

  /** The name whose routes the text board shows. */
  get sought(): string {
    return this.#sought;
  }

  seek(name: string): void {
    this.#sought = name;
  }

  get isCommandLine(): boolean {
    return this.#isCommandLine;
  }

  openCommandLine(): void {
    this.#isCommandLine = true;
  }

  closeCommandLine(): void {
    this.#isCommandLine = false;
  }

  /** Close what lies on top; false if nothing did. */
  close(): boolean {
    if (this.#dialog) this.closeDialog();
    else if (this.#isCommandLine) this.closeCommandLine();
    else return false;
    return true;
  }
}
