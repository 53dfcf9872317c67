// Pieces that cover several places: found, turned, flipped and fitted without knowing the game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, fitting, flipped, gripOf, handOf, keyOf, nearest, turned, under } from '../../../crates/web/page/js/board/shapes.js';

const WIDE = 4;
/** Four columns and three rows of squares, then two places for pieces. */
const sites = [
  ...Array.from({ length: 12 }, (_, i) => ({ name: String(i), x: i % WIDE, y: Math.floor(i / WIDE), outline: { kind: 'square' }, tint: 0 })),
  { name: 'L', x: 6, y: 0, outline: { kind: 'dot' }, tint: 0 },
  { name: 'I', x: 6, y: 1, outline: { kind: 'dot' }, tint: 0 },
];
const [L, I] = [12, 13];
const board = { sites, edges: [], labels: [], rims: [], kinds: [] };
const move = (...path) => ({ text: path.join('-'), path });

/** All ways to lay a shape on the board, in all orientations. */
function all(from, shape) {
  const seen = new Map();
  const plain = { ...board, hand: new Map([[L, null], [I, null]]) };
  for (const mirror of [shape, flipped(shape)]) {
    let cells = mirror;
    for (let i = 0; i < 4; i++, cells = turned(cells, sites)) {
      for (let site = 0; site < 12; site++) {
        const covered = under(plain, cells, site);
        if (covered.length < cells.length) continue;
        const key = [...covered].sort((a, b) => a - b).join();
        if (!seen.has(key)) seen.set(key, move(from, site, ...covered.filter((each) => each !== site)));
      }
    }
  }
  return [...seen.values()];
}

const ELL = /** @type {[number,number][]} */ ([[0, 0], [0, -1], [1, 0]]);
const BAR = /** @type {[number,number][]} */ ([[0, 0], [-1, 0], [1, 0]]);
const legal = [...all(L, ELL), ...all(I, BAR)];
const pieces = [L, I].map((site, kind) => ({ site, kind, count: 1 }));
const start = { legal, scene: { pieces, marks: [], dice: [], notes: [] } };

test('shapes are the same wherever they lie', () => {
  assert.equal(keyOf(ELL), keyOf(ELL.map(([x, y]) => [x + 3, y - 7])));
  assert.notEqual(keyOf(ELL), keyOf(BAR));
});

test('four turns and two flips lead back, and turning is clockwise', () => {
  let cells = ELL;
  for (let i = 0; i < 4; i++) cells = turned(cells, sites);
  assert.equal(keyOf(cells), keyOf(ELL));
  assert.equal(keyOf(flipped(flipped(ELL))), keyOf(ELL));
  assert.equal(keyOf(turned(ELL, sites)), keyOf([[0, 0], [1, 0], [0, 1]]));
  assert.equal(keyOf(flipped(ELL)), keyOf([[0, 0], [0, -1], [-1, 0]]));
  assert.equal(keyOf(turned(turned(BAR, sites), sites)), keyOf(BAR));
});

test('on hexagons a turn is a sixth', () => {
  const high = Math.sqrt(3) / 2;
  const hexes = [{ name: 'a', x: 0, y: 0, outline: { kind: 'hexagon' }, tint: 0 }];
  const pair = /** @type {[number,number][]} */ ([[0, 0], [1, 0]]);
  assert.equal(keyOf(turned(pair, hexes)), keyOf([[0, 0], [0.5, high]]));
  let cells = pair;
  for (let i = 0; i < 6; i++) cells = turned(cells, hexes);
  assert.equal(keyOf(cells), keyOf(pair));
});

test('the hand is found from the legal moves', () => {
  const hand = handOf(board, start);
  assert.deepEqual([...(hand?.keys() ?? [])], [L, I]);
  assert.equal(hand?.get(I)?.length, 3);
  // A piece that fits nowhere lies there all the same.
  const without = handOf(board, { ...start, legal: all(L, ELL) });
  assert.equal(without?.get(I), null);
  assert.ok(without?.has(I));
});

test('games with other paths have no such hand', () => {
  const other = (...moves) => handOf(board, { ...start, legal: moves });
  assert.equal(other(), null);
  assert.equal(other(move(0), move(1)), null, 'stones');
  assert.equal(other(move(L, 0), move(I, 0)), null, 'one place each');
  assert.equal(other(move(0, 5, 10)), null, 'nothing stands where the path begins');
  assert.equal(other(move(L, 0, 5)), null, 'places that touch at a corner only');
  assert.equal(other(move(L, 0, 2)), null, 'places apart');
  assert.equal(other(move(L, 0, 1), move(I, 0, L)), null, 'a path that leads back');
  assert.equal(other(move(L, 0, 1), move(3)), null, 'some moves of another kind');
});

test('where a shape fits as it is held', () => {
  assert.equal(fitting(sites, legal, L, ELL).length, 6);
  assert.equal(fitting(sites, legal, I, BAR).length, 6);
  assert.equal(fitting(sites, legal, I, turned(BAR, sites)).length, 4);
  assert.equal(fitting(sites, legal.slice(0, 0), I, BAR).length, 0);
});

test('a piece slips into the corner that is pointed at', () => {
  const fits = fitting(sites, legal, I, BAR);
  // The middle of a bar cannot lie in a corner; the nearest one covers it.
  const found = nearest(sites, fits, BAR, 0);
  assert.deepEqual([...(found?.path ?? [])].slice(1).sort(), [0, 1, 2]);
  assert.deepEqual(gripOf(sites, /** @type {any} */ (found), BAR), [1, 0]);
  const middle = nearest(sites, fits, BAR, 6);
  assert.deepEqual(gripOf(sites, /** @type {any} */ (middle), BAR), [2, 1]);
  assert.equal(nearest(sites, [], BAR, 6), null);
});

test('what lies under a piece leaves out what is beside the board', () => {
  const hand = new Map([[L, null], [I, null]]);
  assert.deepEqual(under({ ...board, hand }, BAR, 0), [0, 1]);
  assert.deepEqual(under({ ...board, hand }, cellsOf(sites, move(L, 5, 6)), 5), [5, 6]);
});
