// What a hand would have done between two positions, and where labels and stars go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from '../../../crates/web/page/js/board/changes.js';
import { labelled, stars } from '../../../crates/web/page/js/board/geometry.js';
import { fallsOf } from '../../../crates/web/page/js/board/shapes.js';
import { spent } from '../../../crates/web/page/js/board/steps.js';

const KINDS = ['first', 'first', 'second', 'second'].map((owner) => ({ owner }));
/** Pieces by their site: `{ 3: [0, 2] }` are two of kind 0 on site 3. */
const stand = (there) => Array.from({ length: 12 }, (_, i) => (there[i] ? [{ kind: there[i][0], count: there[i][1] ?? 1 }] : []));
const change = (before, after, last) => changes(KINDS, stand(before), stand(after), last);

test('a piece slides, along all its stops if the move says so', () => {
  assert.deepEqual(change({ 0: [0] }, { 5: [0] }, [0, 5]).slides, [{ kind: 0, becomes: 0, from: 0, to: 5, nth: 0, stop: 0, route: [0, 5] }]);
  const capture = change({ 0: [0], 2: [2], 4: [2] }, { 5: [0] }, [0, 3, 5]);
  assert.deepEqual(capture.slides[0].route, [0, 3, 5]);
  assert.deepEqual(capture.gone.map(({ site }) => site), [2, 4]);
});

test('a man that is crowned is the same man', () => {
  const { slides, gone, put } = change({ 0: [0] }, { 5: [1] }, [0, 5]);
  assert.deepEqual([slides.length, slides[0].kind, slides[0].becomes, gone.length, put.length], [1, 0, 1, 0, 0]);
});

test('men of a heap go one by one, and who is hit goes to the bar', () => {
  const { slides, gone, put } = change({ 8: [0, 3], 6: [0, 5], 5: [2], 11: undefined }, { 8: [0, 2], 6: [0, 4], 5: [0, 2], 11: [2] }, [8, 5, 6, 5]);
  assert.deepEqual(slides.map(({ kind, from, to }) => [kind, from, to]), [[0, 8, 5], [0, 6, 5], [2, 5, 11]]);
  assert.deepEqual([gone, put], [[], []]);
});

test('discs are put down and turned over', () => {
  const { put, turned, slides } = change({ 1: [2], 2: [2], 3: [0] }, { 0: [0], 1: [0], 2: [0], 3: [0] }, [0]);
  assert.deepEqual(put.map(({ site }) => site), [0]);
  assert.deepEqual(turned, [{ site: 1, from: 2, to: 0 }, { site: 2, from: 2, to: 0 }]);
  assert.equal(slides.length, 0);
});

test('nothing moves when nothing has changed, or another game is looked at', () => {
  assert.equal(change({ 0: [0] }, { 0: [0] }), null);
  assert.equal(change({ 0: [0, 15] }, { 5: [0, 15] }), null);
});

test('dice are spent by the steps that were made', () => {
  const sites = ['1', '2', '3', '4', '5', '6', '7', '8', 'off'].map((name) => ({ name }));
  assert.deepEqual(spent([3, 1], [], sites), [false, false]);
  assert.deepEqual(spent([3, 1], [{ from: 7, to: 4 }], sites), [true, false]);
  assert.deepEqual(spent([3, 1], [{ from: 5, to: 4 }], sites), [false, true]);
  assert.deepEqual(spent([2, 2], [{}, {}, {}], sites), [true, false]);
  assert.deepEqual(spent([6, 2], [{ from: 1, to: 0 }, { from: 2, to: 8 }], sites), [true, true]);
});

const grid = (n, kind) => Array.from({ length: n * n }, (_, i) => ({ name: String(i), x: i % n, y: Math.floor(i / n), outline: { kind }, tint: i % 2 }));

test('crossings have five stars, squares carry the letters of the rim, and discs fall where only the lowest can be played', () => {
  assert.deepEqual([...stars({ sites: grid(15, 'dot') })].sort((a, b) => a - b), [48, 56, 112, 168, 176]);
  assert.equal(stars({ sites: grid(8, 'dot') }).size, 0);
  assert.equal(stars({ sites: grid(15, 'square') }).size, 0);
  const { labels } = labelled({ sites: grid(3, 'square'), edges: [], rims: [], kinds: [], labels: [{ text: 'a', x: 0, y: 3 }, { text: '3', x: -1, y: 0 }] });
  assert.ok(labels.every(({ x, y }) => x > -0.5 && x < 2.5 && y > -0.5 && y < 2.5));
  const sites = grid(3, 'circle');
  const start = (...played) => ({ legal: played.map((site) => ({ path: [site] })), scene: { pieces: [] } });
  assert.equal(fallsOf({ sites }, start(6, 7, 8)), true);
  assert.equal(fallsOf({ sites }, start(0, 7, 8)), false);
  assert.equal(fallsOf({ sites }, start(...sites.keys())), false);
});
