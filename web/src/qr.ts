/**
 * QR codes, for links that a phone reads from a screen: bytes, error correction L, versions 1 to
 * 10 (up to 271 bytes), which is more than any of our addresses needs.
 */

/** Per version: code words in all, correction words per block, blocks. */
const SIZES: [number, number, number][] = [
  [26, 7, 1],
  [44, 10, 1],
  [70, 15, 1],
  [100, 20, 1],
  [134, 26, 1],
  [172, 18, 2],
  [196, 20, 2],
  [242, 24, 2],
  [292, 30, 2],
  [346, 18, 4],
];
const ALIGNED = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

type Grid = (boolean | null)[][];

/** The code as rows of dark (true) and light squares, without the quiet border. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex((_, index) => bytes.length <= room(index + 1)) + 1;
  if (version === 0) throw new Error("This address is too long for a QR code.");
  const bits = toBits(interleave(dataWords(bytes, version), version));
  const masked = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => draw(version, bits, mask));
  return masked.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

function dataSize(version: number): number {
  const [all, correction, blocks] = SIZES[version - 1]!;
  return all - correction * blocks;
}

function room(version: number): number {
  return dataSize(version) - (version < 10 ? 2 : 3);
}

function dataWords(bytes: Uint8Array, version: number): number[] {
  let bits = "0100" + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  const size = dataSize(version) * 8;
  bits += "0".repeat(Math.min(4, size - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const words = (bits.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
  for (let fill = 0xec; words.length < size / 8; fill ^= 0xec ^ 0x11) words.push(fill);
  return words;
}

/** Cut into blocks, correct each, and deal the words out in turn. */
function interleave(words: number[], version: number): number[] {
  const [, correction, count] = SIZES[version - 1]!;
  const short = Math.floor(words.length / count);
  const long = words.length % count;
  const blocks: number[][] = [];
  for (let block = 0, from = 0; block < count; block++) {
    const size = short + (block >= count - long ? 1 : 0);
    blocks.push(words.slice(from, from + size));
    from += size;
  }
  const corrections = blocks.map((block) => correct(block, correction));
  return [...deal(blocks), ...deal(corrections)];
}

function deal(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  const dealt: number[] = [];
  for (let index = 0; index < longest; index++) {
    for (const block of blocks) if (index < block.length) dealt.push(block[index]!);
  }
  return dealt;
}

/** Reed-Solomon over GF(256). */
function correct(block: number[], size: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < size; power++, root = times(root, 2)) {
    generator = [...generator, 0].map(
      (factor, index) => factor ^ times(generator[index - 1] ?? 0, root),
    );
  }
  const rest = [...block, ...new Array<number>(size).fill(0)];
  for (let index = 0; index < block.length; index++) {
    const lead = rest[index]!;
    generator.forEach((factor, offset) => (rest[index + offset]! ^= times(factor, lead)));
  }
  return rest.slice(block.length);
}

function times(one: number, other: number): number {
  let product = 0;
  for (; other; other >>= 1, one = one & 0x80 ? (one << 1) ^ 0x11d : one << 1) {
    if (other & 1) product ^= one;
  }
  return product;
}

function toBits(words: number[]): boolean[] {
  return words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((word >> bit) & 1) === 1));
}

function draw(version: number, bits: boolean[], mask: number): boolean[][] {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  drawPatterns(grid, version, size);
  drawFormat(grid, size, mask);
  let next = 0;
  for (const [row, column] of path(size)) {
    if (grid[row]![column] !== null) continue;
    grid[row]![column] = (bits[next++] ?? false) !== isMasked(mask, row, column);
  }
  return grid as boolean[][];
}

function drawPatterns(grid: Grid, version: number, size: number): void {
  for (let index = 8; index < size - 8; index++) {
    grid[6]![index] = grid[index]![6] = index % 2 === 0;
  }
  drawSquares(grid, 3, 3, 4);
  drawSquares(grid, 3, size - 4, 4);
  drawSquares(grid, size - 4, 3, 4);
  const centers = ALIGNED[version - 1]!;
  const last = centers.at(-1);
  for (const row of centers) {
    for (const column of centers) {
      // Where an eye is, there is no small square.
      const hasEye = (row === 6 && column === last) || row + column === 12;
      if (!hasEye && !(column === 6 && row === last)) drawSquares(grid, row, column, 2);
    }
  }
  if (version >= 7) drawVersion(grid, version, size);
}

/** Squares in squares: the eyes (radius 4, with their border) and the small ones (radius 2). */
function drawSquares(grid: Grid, row: number, column: number, radius: number): void {
  for (let down = -radius; down <= radius; down++) {
    for (let right = -radius; right <= radius; right++) {
      const line = grid[row + down];
      if (!line || line[column + right] === undefined) continue;
      const ring = Math.max(Math.abs(down), Math.abs(right));
      line[column + right] = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1;
    }
  }
}

function drawVersion(grid: Grid, version: number, size: number): void {
  let rest = version;
  for (let index = 0; index < 12; index++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index++) {
    const row = Math.floor(index / 3);
    const column = size - 11 + (index % 3);
    grid[row]![column] = grid[column]![row] = ((bits >> index) & 1) === 1;
  }
}

function drawFormat(grid: Grid, size: number, mask: number): void {
  const level = (1 << 3) | mask;
  let rest = level;
  for (let index = 0; index < 10; index++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((level << 10) | rest) ^ 0x5412;
  const bit = (index: number) => ((bits >> index) & 1) === 1;
  for (let index = 0; index < 15; index++) {
    const down = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const left = index < 8 ? size - 1 - index : index < 9 ? 7 : 14 - index;
    grid[down]![8] = bit(index);
    grid[8]![left] = bit(index);
  }
  grid[size - 8]![8] = true;
}

function* path(size: number): Generator<[number, number]> {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      yield [row, right];
      yield [row, right - 1];
    }
    up = !up;
  }
}

function isMasked(mask: number, row: number, column: number): boolean {
  switch (mask) {
    case 0:
      return (row + column) % 2 === 0;
    case 1:
      return row % 2 === 0;
    case 2:
      return column % 3 === 0;
    case 3:
      return (row + column) % 3 === 0;
    case 4:
      return (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0;
    case 5:
      return ((row * column) % 2) + ((row * column) % 3) === 0;
    case 6:
      return (((row * column) % 2) + ((row * column) % 3)) % 2 === 0;
    default:
      return (((row + column) % 2) + ((row * column) % 3)) % 2 === 0;
  }
}

/** How hard a grid is to read: long runs and blocks of one shade, and too much of one shade. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let points = 0;
  let dark = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const shade = grid[row]![column]!;
      if (shade) dark += 1;
      points += runPoints(grid, row, column, 0, 1) + runPoints(grid, row, column, 1, 0);
      const isBlock =
        grid[row]![column + 1] === shade &&
        grid[row + 1]?.[column] === shade &&
        grid[row + 1]?.[column + 1] === shade;
      if (isBlock) points += 3;
    }
  }
  return points + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

/** Points of the run that begins here, 0 if none does. */
function runPoints(grid: boolean[][], row: number, column: number, down: number, right: number) {
  const shade = grid[row]![column];
  if (grid[row - down]?.[column - right] === shade) return 0;
  let length = 1;
  while (grid[row + down * length]?.[column + right * length] === shade) length += 1;
  return length >= 5 ? length - 2 : 0;
}
