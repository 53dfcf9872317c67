// Moves typed in a notation that the page does not know: the server reads them, and its word counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, house, open, server, status } from './henge.js';

house();

/** A match with both chairs at this window, in the position after these moves. */
async function play(game, { setup, moves } = {}) {
  const seats = [{ kind: 'human' }, { kind: 'human' }];
  const { state, tokens } = await server.api('POST', '/matches', { game, setup, moves, seats });
  const page = await open(browser);
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`henge.seat.${state.id}`, JSON.stringify(tokens)]);
  await page.goto(`${server.url}#/m/${state.id}`);
  await page.locator('.board .playable').first().waitFor();
  return page;
}

async function type(page, text) {
  const field = page.getByLabel('Type a move');
  await field.fill(text);
  await field.press('Enter');
}

const ply = (page, n) => page.waitForFunction((want) => Number(document.querySelector('.status[data-ply]')?.dataset.ply) >= want, n);
/** The moves as the page lists them. */
const listed = (page) => page.locator('.moves-box').textContent();

test('draughts by the numbers of the squares', async () => {
  const page = await play('draughts');
  await type(page, '22-18');
  await ply(page, 1);
  assert.match(await listed(page), /c3-d4/, 'the list has the notation of the game');
  assert.equal(await page.getByLabel('Type a move').inputValue(), '');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('backgammon with the steps in any order', async () => {
  // White has thrown 3 and 1.
  const page = await play('backgammon', { setup: '4HPwATDgc/ABMA:cIkFAAAAAAAE' });
  await type(page, '6/5,8/5');
  await ply(page, 1);
  assert.match(await listed(page), /8\/5,6\/5/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('what the server refuses is said in its words, and can be put right', async () => {
  const page = await play('draughts');
  await type(page, '22-99');
  await page.locator('#type-fault', { hasText: 'there is no square "99"' }).waitFor();
  assert.equal((await status(page)).ply, 0);
  const field = page.getByLabel('Type a move');
  assert.equal(await field.inputValue(), '22-99');
  await type(page, '22-18');
  await ply(page, 1);
  assert.equal(await page.locator('#type-fault').count(), 0);
  await page.context().close();
});

test('in the analysis the same', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/a?game=draughts`);
  await page.locator('.board .playable').first().waitFor();
  await type(page, '22-18');
  await page.locator('.moves-box', { hasText: 'c3-d4' }).waitFor();
  await type(page, '22-18');
  await page.locator('#type-fault', { hasText: 'not a legal move' }).waitFor();
  await page.context().close();
});
