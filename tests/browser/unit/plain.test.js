// What needs no browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventParser, backoff, picture } from '../../../crates/web/page/js/api.js';
import { fold, frameOf, panels, towards } from '../../../crates/web/page/js/board/geometry.js';
import { movesOf, parse, to } from '../../../crates/web/page/js/router.js';
import { rows } from '../../../crates/web/page/js/parts/numbers.js';
import * as tree from '../../../crates/web/page/js/parts/tree.js';

const sites = (points) => points.map(([x, y], i) => ({ name: String(i), x, y, outline: { kind: 'square' }, tint: 0 }));
const board = (points, edges = []) => ({ sites: sites(points), edges, labels: [], rims: [], kinds: [] });

test('addresses are read as they were written', () => {
  assert.deepEqual(parse(''), { room: 'home' });
  assert.deepEqual(parse('#/m/abc'), { room: 'play', id: 'abc' });
  assert.deepEqual(parse('#/m/abc/join'), { room: 'join', id: 'abc' });
  assert.equal(parse('#/what/is/this').room, 'nowhere');
  const route = parse(to.newGame('hex:size=4x6,swap=true', { setup: '.../..x o', moves: ['a1', 'b2'] }));
  assert.equal(route.game, 'hex:size=4x6,swap=true');
  assert.equal(route.query.get('setup'), '.../..x o');
  const analysis = parse(to.analysis('qubic', { moves: ['a1/1', 'b2/3'], ply: 1 }));
  assert.deepEqual(movesOf(analysis.query), ['a1/1', 'b2/3']);
  assert.equal(analysis.query.get('ply'), '1');
});

test('addresses carry any move', () => {
  const moves = ['54', '24/20,13/8', 'a~b', ',', 'two words', '日本,😀'];
  for (const hash of [to.analysis('backgammon', { moves }), to.newGame('backgammon', { moves })]) {
    const route = parse(encodeURI(decodeURI(hash)));
    assert.deepEqual(movesOf(route.query), moves, hash);
  }
  assert.match(to.analysis('backgammon', { moves: ['54', '24/20,13/8'] }), /moves=54,24\/20~,13\/8$/);
  // As addresses were written before, and as people write them.
  assert.deepEqual(movesOf(new URLSearchParams('moves=a1,b2,c3')), ['a1', 'b2', 'c3']);
  assert.deepEqual(movesOf(new URLSearchParams('moves=a1+b2, c3')), ['a1', 'b2', 'c3']);
  assert.deepEqual(movesOf(new URLSearchParams('')), []);
});

test('events are put together from pieces', () => {
  const parser = new EventParser();
  assert.deepEqual(parser.push('event: state\nda'), []);
  assert.deepEqual(parser.push('ta: {"a":1}\n\n: keep\n\n'), [{ event: 'state', data: { a: 1 } }]);
  assert.deepEqual(parser.push('data: 1\r\n\r\ndata: 2\n\n').map((event) => event.data), [1, 2]);
});

test('pauses grow to a limit', () => {
  assert.ok(backoff(0) < 500);
  assert.ok(backoff(20) <= 5000);
});

test('pictures have plain addresses', () => {
  assert.equal(picture({ game: 'hex:size=3', moves: ['a1', 'b2'] }), 'api/v1/picture?game=hex%3Asize%3D3&moves=a1+b2');
  assert.equal(picture({ game: 'hex', setup: 'x/. o' }), 'api/v1/picture?game=hex&position=x%2F.+o');
});

test('arrow keys go to the neighbour on squares and on hexagons', () => {
  const square = sites([[0, 0], [1, 0], [0, 1], [1, 1]]);
  assert.equal(towards(square, 0, 'right'), 1);
  assert.equal(towards(square, 0, 'down'), 2);
  assert.equal(towards(square, 3, 'up'), 1);
  assert.equal(towards(square, 0, 'left'), 0);
  const hexes = sites([[0, 0], [1, 0], [2, 0], [0.5, 0.87], [1.5, 0.87], [2.5, 0.87]]);
  assert.ok([3, 4].includes(towards(hexes, 1, 'down')));
  assert.equal(towards(hexes, 4, 'right'), 5);
  // Every site can be reached from every other one.
  const seen = new Set([0]);
  for (const from of seen) for (const way of ['up', 'down', 'left', 'right']) seen.add(towards(hexes, from, way));
  assert.equal(seen.size, hexes.length);
});

test('layers side by side are folded, a whole board is not', () => {
  const layer = (dx) => [[dx, 0], [dx + 1, 0], [dx, 1], [dx + 1, 1]];
  const flat = board([...layer(0), ...layer(3), ...layer(6), ...layer(9)]);
  const folded = frameOf(fold(flat, 2));
  assert.ok(folded.right - folded.left < 0.6 * (frameOf(flat).right - frameOf(flat).left));
  const whole = board([[0, 0], [3, 0]], [[0, 1]]);
  assert.equal(fold(whole, 2), whole);
});

test('crossings apart get panels of their own', () => {
  const dots = board([[0, 0], [1, 0], [5, 0]]);
  for (const site of dots.sites) site.outline.kind = 'dot';
  assert.equal(panels(dots).length, 2);
});

test('a game with variations is written as it was read', () => {
  const record = [
    { move: 'a', variations: [] },
    { move: 'b', variations: [[{ move: 'x', variations: [] }, { move: 'y', comment: 'why?', variations: [] }]] },
    { move: 'c', variations: [] },
  ];
  const root = tree.fromRecord(record);
  assert.deepEqual(tree.toRecord(root), record);
  const y = root.children[0].children[1].children[0];
  assert.deepEqual(tree.movesTo(y), ['a', 'x', 'y']);
  assert.equal(tree.isMain(y), false);
  tree.promote(y);
  assert.equal(tree.isMain(y), true);
  assert.deepEqual(tree.lineThrough(root.children[0]).map((node) => node.move), ['a', 'x', 'y']);
  assert.equal(tree.remove(y), root.children[0].children[0]);
});

test('moves are numbered as players do, and dice not at all', () => {
  const game = [
    ['31', null], ['8/5,6/5', 'first'], ['65', null], ['24/13', 'second'],
    ['double', 'first'], ['take', 'second'], ['11', null], ['6/5', 'first'],
  ].map(([text, player]) => ({ text, player }));
  const shown = rows(game, true).map(({ number, cells }) => [number, ...cells.map((cell) => cell && `${cell.roll?.text ?? ''}:${cell.move?.text}`)]);
  assert.deepEqual(shown, [[1, '31:8/5,6/5', '65:24/13'], [2, ':double', ':take'], [3, '11:6/5', null]]);
  const stones = rows([{ text: 'a1', player: 'first' }, { text: 'b2', player: 'second' }, { text: 'c3', player: 'first' }], false);
  assert.deepEqual(stones.map((row) => row.cells.map((cell) => cell?.number)), [[1, 2], [3, undefined]]);
  const line = tree.addLine(tree.root(), game.map((move) => move.text));
  tree.keepPlayers(line, game);
  assert.deepEqual(tree.lineTo(line).map((node) => tree.numberOf(node, true)), [null, 1, null, 1, 2, 2, null, 3]);
});
