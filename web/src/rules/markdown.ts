/** The little markdown our rules are written in, as a tree; nothing in it can become a script. */

export interface Inline {
  /** A reference is the code of a section of the book: D6, R2. */
  kind: "text" | "strong" | "code" | "em" | "reference";
  text: string;
}
export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  /** A comment: it says whom the next block, or the next section, is for. */
  | { kind: "mark"; text: string };

const FENCE = /^\s*```/;
const MARK = /^<!--(.*)-->$/;
/** Where a reference leads to, in the handbook; here the sections know their codes. */
const DEFINITION = /^\[[^\]]+\]:\s/;

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll("\r", "").split("\n");
  let next = 0;
  while (next < lines.length) {
    const line = lines[next]!;
    const mark = MARK.exec(line);
    if (!line.trim() || DEFINITION.test(line)) next += 1;
    else if (FENCE.test(line)) next = afterFence(lines, next);
    else if (mark) {
      blocks.push({ kind: "mark", text: mark[1]!.trim() });
      next += 1;
    } else if (/^#{1,6} /.test(line)) {
      const [marks = ""] = line.split(" ", 1);
      blocks.push({ kind: "heading", level: marks.length, text: inline(line.slice(marks.length)) });
      next += 1;
    } else next = readBlock(lines, next, blocks);
  }
  return blocks;
}

/** Examples in notation are for programs. */
function afterFence(lines: string[], first: number): number {
  let last = first + 1;
  while (last < lines.length && !FENCE.test(lines[last]!)) last += 1;
  return last + 1;
}

const ENDS = [/^\s*$/, /^#{1,6} /, FENCE, MARK, DEFINITION];

function readBlock(lines: string[], first: number, blocks: Block[]): number {
  let last = first;
  while (last < lines.length && !ENDS.some((end) => end.test(lines[last]!))) last += 1;
  const chunk = lines.slice(first, last);
  const start = chunk[0]!;
  if (start.startsWith("|")) blocks.push(readTable(chunk));
  else if (isItem(start)) blocks.push(readList(chunk));
  else {
    const item = chunk.findIndex(isItem);
    const size = item > 0 ? item : chunk.length;
    blocks.push({ kind: "paragraph", text: inline(chunk.slice(0, size).join(" ")) });
    return first + size;
  }
  return last;
}

function isItem(line: string): boolean {
  return /^\s*([-*]|\d+\.)\s+/.test(line);
}

function readList(chunk: string[]): Block {
  const items: string[] = [];
  for (const line of chunk) {
    if (isItem(line)) items.push(line.replace(/^\s*([-*]|\d+\.)\s+/, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: "list", ordered: /^\s*\d/.test(chunk[0]!), items: items.map(inline) };
}

function readTable(chunk: string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|\s*$/g, "")
      .split("|")
      .map((cell) => inline(cell.trim()));
  const rows = chunk.filter((line) => !/^\|[\s:|-]+\|?\s*$/.test(line)).map(cells);
  return { kind: "table", head: rows[0] ?? [], rows: rows.slice(1) };
}

const PARTS = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]*\)|\[[^\]]+\])/;

function inline(text: string): Inline[] {
  return text
    .trim()
    .split(PARTS)
    .filter(Boolean)
    .map((part): Inline => {
      if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      if (part.startsWith("*") && part.length > 2) return { kind: "em", text: part.slice(1, -1) };
      const link = /^\[([^\]]+)\](?:\(([^)]*)\))?$/.exec(part);
      // Links lead to other pages of the handbook, which are all on this one.
      if (link) return { kind: isCode(link[1]!) ? "reference" : "text", text: link[1]! };
      return { kind: "text", text: part };
    });
}

/** The code of a rule or a ruling. */
export function isCode(text: string): boolean {
  return /^[A-Z]\d+$/.test(text);
}
