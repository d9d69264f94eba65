/**
 * The rule book as a player of one edition reads it.
 *
 * The handbook is written for all editions at once and for those who write programs. Its marks say
 * what is for whom: `<!-- programs -->`, or `<!-- only: London, longest_path -->` with editions,
 * boards and bonuses, stands before a block, or before a heading for its whole section. List items
 * and rows of tables that begin with editions or boards are for those.
 */
import type { Edition } from "../board/edition";
import { pairName } from "../texts/names";
import { isCode, readMarkdown, type Block, type Inline } from "./markdown";

export interface Chapter {
  name: string;
  title: Inline[];
  blocks: Block[];
}
export interface Book {
  chapters: Chapter[];
  /** Each rule and ruling by its code, with its heading. */
  sections: Map<string, Block[]>;
}

const BOARDS = ["USA", "London", "New York"];
const BONUSES = ["longest_path", "globetrotter", "districts", "attractions"] as const;

/** Read the chapters for one edition; `names` are those of all editions, by id. */
export function readBook(
  chapters: Record<string, string>,
  edition: Edition,
  names: ReadonlyMap<string, string>,
): Book {
  const abridger = new Abridger(edition, names);
  const read = Object.entries(chapters).map(([name, text]): Chapter => {
    const [title, ...blocks] = abridger.read(text);
    return { name, title: title?.kind === "heading" ? title.text : [], blocks };
  });
  const sections = new Map<string, Block[]>();
  for (const { blocks } of read) {
    let section: Block[] = [];
    for (const block of blocks) {
      if (block.kind === "heading") section = [];
      section.push(block);
      const code = codeOf(block);
      if (code) sections.set(code, section);
    }
  }
  return { chapters: read, sections };
}

/** "D6" of the heading "D6 · The sweep". */
export function codeOf(block: Block): string | null {
  const [code = ""] = block.kind === "heading" ? (block.text[0]?.text ?? "").split(" ", 1) : [];
  return isCode(code) ? code : null;
}

class Abridger {
  readonly #edition: Edition;
  readonly #names: ReadonlyMap<string, string>;
  readonly #words: [RegExp, string][];

  constructor(edition: Edition, names: ReadonlyMap<string, string>) {
    this.#edition = edition;
    this.#names = new Map([...names, [edition.id, edition.name]]);
    const { train, trains, locomotive, locomotives } = edition.words;
    this.#words = [
      [/\bseat 0\b/gi, "the first player"],
      [/\bseat/gi, "player"],
      // First what is the beginning of nothing else.
      [/\blocomotives\b/gi, locomotives],
      [/\blocomotive\b/gi, locomotive],
      [/\btrains\b/gi, trains],
      [/\btrain\b/gi, train],
    ];
  }

  read(text: string): Block[] {
    const kept: Block[] = [];
    let isNext = true;
    let isSection = true;
    for (const block of readMarkdown(text)) {
      if (block.kind === "mark") {
        isNext = this.#isFor(block.text);
        continue;
      }
      if (block.kind === "heading") isSection = isNext;
      if (isNext && isSection && !isAboutOthers(block)) kept.push(this.#abridged(block));
      isNext = true;
    }
    return kept;
  }

  /** Is what is marked so for players of this edition? */
  #isFor(mark: string): boolean {
    if (!mark.startsWith("only:")) return mark !== "programs";
    const whom = mark.slice("only:".length).split(",");
    return whom.some((one) => this.#concerns(one.trim()));
  }

  #concerns(name: string): boolean {
    const bonus = BONUSES.find((one) => one === name);
    if (!bonus) return name === this.#edition.id || name === this.#edition.board.name;
    const has = this.#edition[bonus];
    return Array.isArray(has) ? has.length > 0 : Boolean(has);
  }

  #abridged(block: Block): Block {
    if (block.kind === "list") return this.#abridgedList(block);
    if (block.kind === "table") return this.#abridgedTable(block);
    return block.kind === "mark" ? block : { ...block, text: this.#inWords(block.text) };
  }

  #abridgedList(block: Block & { kind: "list" }): Block {
    const mine = block.items.filter((item) => this.#isMine(item));
    if (!mine.length) return { ...block, items: block.items.map((item) => this.#inWords(item)) };
    const items = mine.map((item) => this.#inWords(withoutWhom(item)));
    return items.length === 1 ? { kind: "paragraph", text: items[0]! } : { ...block, items };
  }

  #abridgedTable(block: Block & { kind: "table" }): Block {
    const inWords = (row: Inline[][]) => row.map((cell) => this.#inWords(cell));
    const mine = block.rows.filter(([first = []]) => this.#isMine(first));
    if (!mine.length) return { ...block, head: inWords(block.head), rows: block.rows.map(inWords) };
    // The first column says for whom; others may be empty now.
    const isShown = (_: unknown, column: number) =>
      column > 0 && mine.some((row) => (row[column]?.length ?? 0) > 0);
    const rows = mine.map((row) => inWords(row.filter(isShown)));
    return { ...block, head: inWords(block.head.filter(isShown)), rows };
  }

  /** Does an item or a cell begin with this edition or its board, among others, up to a colon? */
  #isMine(parts: Inline[]): boolean {
    const ids = parts.filter(({ kind }) => kind === "code").map(({ text }) => text);
    const start = parts
      .map(({ text }) => text)
      .join("")
      .split(":", 1)[0]!;
    const names = start.split(",").map((one) => one.trim());
    const isList = names.every((one) => ids.includes(one) || BOARDS.includes(one));
    return isList && names.some((one) => this.#concerns(one));
  }

  /** In players' words: names for ids, no notation, and what the screen calls the pieces. */
  #inWords(parts: Inline[]): Inline[] {
    return withoutNotation(parts).map((part): Inline => {
      if (part.kind === "code") return { kind: "text", text: this.#named(part.text) };
      return part.kind === "reference" ? part : { ...part, text: this.#reworded(part.text) };
    });
  }

  #reworded(text: string): string {
    return this.#words.reduce(
      (all, [old, word]) => all.replace(old, (was) => (/^[A-Z]/.test(was) ? large(word) : word)),
      text,
    );
  }

  #named(id: string): string {
    const route = this.#edition.board.routes.find((one) => one.id === id);
    return this.#names.get(id) ?? (route ? pairName(this.#edition, route.cities) : id);
  }
}

/** How other programs play it: nothing that a player asks. */
function isAboutOthers(block: Block): boolean {
  return block.kind === "paragraph" && block.text[0]?.text === "Others.";
}

function withoutWhom(item: Inline[]): Inline[] {
  const colon = item.findIndex((part) => part.text.includes(":"));
  const [first, ...rest] = item.slice(colon);
  const text = first!.text.slice(first!.text.indexOf(":") + 1).trimStart();
  return [{ ...first!, text: large(text) }, ...rest];
}

/** Leave out what stands in brackets and is nothing but code: " (`pay purple 3+1`)". */
function withoutNotation(parts: Inline[]): Inline[] {
  const kept: Inline[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const end = part.text.endsWith(" (") ? closing(parts, at + 1) : -1;
    if (end < 0) kept.push(part);
    else {
      const after = parts[end]!;
      parts[end] = { ...after, text: after.text.slice(1) };
      kept.push({ ...part, text: part.text.slice(0, -2) });
      at = end - 1;
    }
  }
  return kept;
}

/** Where a bracket that holds only codes is closed; -1 if it holds other things. */
function closing(parts: Inline[], first: number): number {
  for (let at = first; at < parts.length; at++) {
    const { kind, text } = parts[at]!;
    if (at > first && kind === "text" && text.startsWith(")")) return at;
    if (kind !== "code" && text !== ", ") return -1;
  }
  return -1;
}

function large(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
