// A text as a QR code (ISO/IEC 18004), in bytes, at level M. Versions 1 to 8 hold addresses of up to 152
// bytes.

/** For each version at level M: words of correction in a block, and how many blocks there are of which length of data. @type {[number, [number, number][]][]} */
const BLOCKS = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [22, [[2, 38], [2, 39]]],
];
/** Where patterns of alignment have their middles. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42]];

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The words of correction for a block. @param {number[]} data @param {number} n @returns {number[]} */
export function correction(data, n) {
  let divisor = [1];
  for (let i = 0; i < n; i++) {
    const next = [...divisor, 0];
    divisor.forEach((value, j) => (next[j + 1] ^= times(value, EXP[i])));
    divisor = next;
  }
  const rest = [...data, ...new Array(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    if (factor) divisor.forEach((value, j) => (rest[i + j] ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** All words of a text, data and correction, in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function wordsOf(bytes, version) {
  const [n, kinds] = BLOCKS[version - 1];
  const capacity = kinds.reduce((sum, [count, length]) => sum + count * length, 0);
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} length */
  const put = (value, length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, 8 * capacity - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  /** @type {number[][]} */
  const blocks = [];
  for (const [count, length] of kinds) for (let i = 0; i < count; i++) blocks.push(data.splice(0, length));
  const corrections = blocks.map((block) => correction(block, n));
  /** @param {number[][]} all */
  const mixed = (all) => Array.from({ length: Math.max(...all.map((each) => each.length)) }, (_, i) => all.flatMap((each) => (i < each.length ? [each[i]] : []))).flat();
  return [...mixed(blocks), ...mixed(corrections)];
}

/** Bits with their correction by a polynomial. @param {number} value @param {number} polynomial @param {number} length of the correction */
function corrected(value, polynomial, length) {
  let rest = value << length;
  for (let i = 31 - Math.clz32(rest); i >= length; i = 31 - Math.clz32(rest)) rest ^= polynomial << (i - length);
  return (value << length) | rest;
}

/** @type {((x:number, y:number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read. @param {boolean[][]} rows */
function penalty(rows) {
  const size = rows.length;
  let sum = 0;
  for (const lines of [rows, rows.map((_, x) => rows.map((row) => row[x]))]) {
    for (const line of lines) {
      let run = 1;
      for (let i = 1; i <= size; i++) {
        if (i < size && line[i] === line[i - 1]) run++;
        else {
          if (run >= 5) sum += run - 2;
          run = 1;
        }
      }
      const text = line.map(Number).join('');
      for (const like of ['10111010000', '00001011101']) for (let i = text.indexOf(like); i >= 0; i = text.indexOf(like, i + 1)) sum += 40;
    }
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) if (rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
  }
  const dark = rows.flat().filter(Boolean).length / size / size;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** The squares of the code, row by row; null if the text is too long. @param {string} text @returns {boolean[][]|null} */
export function squaresOf(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, kinds]) => kinds.reduce((sum, [count, length]) => sum + count * length, 0) >= bytes.length + 2);
  if (version === 0) return null;
  const size = 17 + 4 * version;
  /** @type {(boolean|null)[][]} */
  const fixed = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @param {number} x @param {number} y @param {boolean} dark */
  const set = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) fixed[y][x] = dark;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, far !== 2 && far !== 4);
      }
    }
  }
  const middles = ALIGNED[version - 1];
  for (const cy of middles) {
    for (const cx of middles) {
      // The corners belong to the large patterns.
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) continue;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  /** @param {number} mask */
  const format = (mask) => {
    // Level M is 00.
    const bits = corrected(mask, 0x537, 10) ^ 0x5412;
    const bit = (/** @type {number} */ i) => ((bits >> i) & 1) === 1;
    for (let i = 0; i <= 5; i++) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  };
  format(0);
  if (version >= 7) {
    const bits = corrected(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), dark);
      set(Math.floor(i / 3), size - 11 + (i % 3), dark);
    }
  }
  const words = wordsOf(bytes, version);
  const data = fixed.map((row) => row.map((dark) => dark === true));
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The line of the clock is no column.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y][x] !== null) continue;
        data[y][x] = i < 8 * words.length && ((words[i >> 3] >> (7 - (i & 7))) & 1) === 1;
        i++;
      }
    }
  }
  const masked = MASKS.map((mask, n) => {
    format(n);
    return data.map((row, y) => row.map((dark, x) => fixed[y][x] ?? dark !== mask(x, y)));
  });
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}
