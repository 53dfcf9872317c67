import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished, isLoose, reach, sources, taking, ways } from '../../../crates/web/page/js/board/steps.js';

const hop = (from, to, taken, taken_to) => ({ touched: 0, from, to, taken, taken_to });
const anywhere = () => true;
// A throw of 3 and 1: two men to 5, the second of whom takes nothing any more; or one man by both dice.
const legal = [
  { text: '8/5*,6/5', path: [8, 5, 6, 5], ways: [[hop(8, 5, 5, 99), hop(6, 5)]] },
  { text: '24/20', path: [24, 21, 21, 20], ways: [[hop(24, 21), hop(21, 20)], [hop(24, 23), hop(23, 20)]] },
];

test('steps are made in any order', () => {
  assert.ok(isLoose(legal));
  assert.deepEqual([...sources(legal, [], anywhere)].sort(), [21, 23, 24, 6, 8].sort());
  assert.deepEqual([...sources(legal, [], (site) => site !== 21 && site !== 23)].sort(), [24, 6, 8].sort());
  const made = [hop(6, 5)];
  assert.equal(finished(legal, made), null);
  assert.deepEqual([...sources(legal, made, anywhere)], [8]);
  assert.equal(finished(legal, [hop(6, 5), hop(8, 5)])?.text, '8/5*,6/5');
});

test('one man by two dice stops where he likes, or goes at once', () => {
  const way = reach(legal, [], 24);
  assert.deepEqual([...way.keys()].sort(), [20, 21, 23]);
  assert.equal(way.get(20)?.length, 2);
  assert.deepEqual([...reach(legal, [hop(24, 23)], 23).keys()], [20]);
  assert.equal(finished(legal, way.get(20) ?? [])?.text, '24/20');
});

test('who comes first takes', () => {
  assert.equal(taking(legal, hop(6, 5)).taken_to, 99);
  assert.equal(taking(legal, hop(24, 21)).taken, undefined);
  assert.equal(ways(legal, [hop(1, 2)]).length, 0);
});

test('men on the bar come first', () => {
  const bar = [{ text: 'bar/23,6/2', path: [], ways: [[hop(25, 23), { ...hop(6, 2), touched: 1 }]] }];
  assert.deepEqual([...sources(bar, [], anywhere)], [25]);
  assert.equal(reach(bar, [], 6).size, 0);
  assert.deepEqual([...sources(bar, [hop(25, 23)], anywhere)], [6]);
});
