// What a hand would have done between two positions, and where labels and stars go.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changes } from '../../../crates/web/page/js/board/changes.js';
import { labelled, stars } from '../../../crates/web/page/js/board/geometry.js';
import { fallsOf } from '../../../crates/web/page/js/board/shapes.js';
import { rows } from '../../../crates/web/page/js/parts/rows.js';
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

test('rolls stand beside the play that follows them, in the column of whoever plays', () => {
  const played = [[null, '31'], ['first', '8/5,6/5'], [null, '64'], ['second', '24/14'], [null, '52']].map(([player, text]) => ({ player, text }));
  const cells = rows(played).map(({ cells }) => cells.map((cell) => cell && `${cell.roll?.text}: ${cell.move?.text ?? ''}`));
  assert.deepEqual(cells, [['31: 8/5,6/5', '64: 24/14'], ['52: ', null]]);
  const plain = rows([['first', 'a'], ['first', 'b'], ['second', 'c']].map(([player, text]) => ({ player, text })));
  assert.deepEqual(plain.map(({ cells }) => cells.map((cell) => cell?.move?.text)), [['a', undefined], ['b', 'c']]);
});

/** The contrast of two colours by WCAG 2. @param {string} a @param {string} b */
function contrast(a, b) {
  const [high, low] = [a, b]
    .map((hex) => {
      const [r, g, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05;
    })
    .sort((x, y) => y - x);
  return high / low;
}

test('squares of two colours are told apart in both themes, and men from the squares they stand on', () => {
  const css = ['colours', 'board'].map((name) => readFileSync(new URL(`../../../crates/web/page/css/${name}.css`, import.meta.url), 'utf8')).join('\n');
  const colour = (text, name) => new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(text)?.slice(1);
  for (const style of ['chequered', 'pointed']) {
    const rule = new RegExp(`\\.${style} \\{[^}]*\\}`).exec(css)[0];
    const [cell, shade, black, edge, white] = ['cell', 'shade', 'black', 'black-edge', 'white'].map((name) => colour(rule, name) ?? colour(css, name));
    for (const theme of [0, 1]) {
      assert.ok(contrast(cell[theme], shade[theme]) >= 2, `${style}: squares, ${contrast(cell[theme], shade[theme])}`);
      assert.ok(contrast(white[theme], shade[theme]) >= 2, `${style}: white men`);
      const rim = Math.max(contrast(black[theme], shade[theme]), contrast(edge[theme], shade[theme]));
      assert.ok(rim >= 2, `${style}: black men, ${rim}`);
    }
  }
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
