import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNTOUCHED, meant, targets, touch, typed } from '../../../crates/web/page/js/board/narrow.js';

const move = (text, ...path) => ({ text, path });

test('one click makes a move of one site', () => {
  const legal = [move('a1', 0), move('b1', 1)];
  assert.deepEqual(touch(legal, UNTOUCHED, 1), { kind: 'move', move: legal[1] });
  assert.equal(touch(legal, UNTOUCHED, 2).kind, 'none');
});

test('two clicks: from the hand to the cell, or the cell first', () => {
  const legal = [move('0:6', 30, 0), move('0:5', 31, 0), move('1:6', 30, 1)];
  const step = touch(legal, UNTOUCHED, 30);
  assert.equal(step.kind, 'step');
  assert.deepEqual([...targets(legal, step.touched)], [0, 1]);
  assert.deepEqual(touch(legal, step.touched, 1), { kind: 'move', move: legal[2] });
  const end = touch(legal, UNTOUCHED, 0);
  assert.equal(end.kind, 'step');
  assert.deepEqual([...targets(legal, end.touched)], [30, 31]);
  assert.deepEqual(touch(legal, end.touched, 31), { kind: 'move', move: legal[1] });
});

test('touching another piece changes the choice, the same one lets it go', () => {
  const legal = [move('a-b', 0, 1), move('c-d', 2, 3)];
  const step = touch(legal, UNTOUCHED, 0);
  assert.deepEqual(touch(legal, step.touched, 2).touched.sites, [2]);
  assert.deepEqual(touch(legal, step.touched, 0).touched.sites, []);
});

test('moves with one path leave a choice', () => {
  const legal = [move('e8=Q', 0, 1), move('e8=N', 0, 1)];
  const step = touch(legal, UNTOUCHED, 0);
  const answer = touch(legal, step.touched, 1);
  assert.equal(answer.kind, 'choice');
  assert.equal(answer.moves.length, 2);
});

test('the end of a long path is enough when only one move ends there', () => {
  const legal = [move('1x3x5', 1, 3, 5), move('1x3x6', 1, 3, 6), move('1x4x7', 1, 4, 7)];
  const step = touch(legal, UNTOUCHED, 1);
  assert.deepEqual(touch(legal, step.touched, 7), { kind: 'move', move: legal[2] });
});

test('an empty site above stands for its column', () => {
  const sites = [0, 1, 2, 3].map((i) => ({ x: i % 2, y: Math.floor(i / 2) }));
  const legal = [move('1', 2), move('2', 3)];
  assert.equal(meant(legal, sites, true, 0), 2);
  assert.equal(meant(legal, sites, false, 0), 0);
  assert.equal(meant(legal, sites, true, 3), 3);
});

test('typing: exact, begun, and neither', () => {
  const legal = [move('a1'), move('a10'), move('b2')];
  assert.equal(typed(legal, 'A1')?.text, 'a1');
  assert.equal(typed(legal, 'b')?.text, 'b2');
  assert.equal(typed(legal, 'a'), null);
  assert.equal(typed(legal, ''), null);
});
