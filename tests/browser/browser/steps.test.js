// Moves of several steps: each step is seen on the board before the move is made, by clicks and by
// dragging, and can be taken back.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SHOTS, browser, house, open, server, status } from './henge.js';

house();

const site = (page, name) => page.locator(`.board [data-name="${name}"]`);
const standing = (page) =>
  page.locator('.board .site:has(.piece)').evaluateAll((all) => all.map((each) => each.getAttribute('data-name')).sort().join(' '));

/** Carries what stands on a site to another one. */
async function drag(page, from, to) {
  const middle = async (name) => {
    const { x, y, width, height } = await site(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 5 });
  await page.mouse.up();
}

/** A match from a position, with both chairs at this window. */
async function play(game, position) {
  const seats = [{ kind: 'human' }, { kind: 'human' }];
  const { state, tokens } = await server.api('POST', '/matches', { game, setup: position, seats });
  const page = await open(browser);
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`henge.seat.${state.id}`, JSON.stringify(tokens)]);
  await page.goto(`${server.url}#/m/${state.id}`);
  await page.locator('.board .playable').first().waitFor();
  return page;
}

const DOUBLE = 'W:Wa1,c3:Bd4,f6,h2';

test('a capture of two men by clicks: the first one is gone before the second is taken', async () => {
  const page = await play('draughts', DOUBLE);
  assert.equal(await standing(page), 'a1 c3 d4 f6 h2');
  assert.deepEqual(
    await page.locator('.board .playable').evaluateAll((all) => all.map((each) => each.dataset.name)),
    ['c3'],
    'who must capture is marked',
  );
  await site(page, 'c3').click();
  await site(page, 'e5').click();
  assert.equal(await standing(page), 'a1 e5 f6 h2');
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, 'steps-draughts.png') });
  await page.getByRole('button', { name: 'Take the step back' }).click();
  assert.equal(await standing(page), 'a1 c3 d4 f6 h2');
  assert.equal((await status(page)).ply, 0);
  for (const name of ['c3', 'e5', 'g7']) await site(page, name).click();
  await page.waitForFunction(() => document.querySelector('.status[data-ply="1"]'));
  assert.equal(await standing(page), 'a1 g7 h2');
  assert.deepEqual(page.complaints, []);
});

test('the same by dragging; a piece let go of on the wrong square returns to the step before', async () => {
  const page = await play('draughts', DOUBLE);
  await drag(page, 'c3', 'e5');
  assert.equal(await standing(page), 'a1 e5 f6 h2');
  await drag(page, 'e5', 'c5');
  assert.equal(await standing(page), 'a1 e5 f6 h2');
  await drag(page, 'e5', 'g7');
  await page.waitForFunction(() => document.querySelector('.status[data-ply="1"]'));
  assert.equal(await standing(page), 'a1 g7 h2');
  assert.deepEqual(page.complaints, []);
});

// White has thrown 3 and 1: the six point man may go first.
const THROWN = '4HPwATDgc/ABMA:cIkFAAAAAAAE';

test('backgammon: steps in any order, taken back within the turn, done when one says so', async () => {
  const page = await play('backgammon', THROWN);
  await page.screenshot({ path: join(SHOTS, 'backgammon-start.png') });
  const count = (name) => site(page, name).getAttribute('aria-label');
  const before = await count('6');
  await site(page, '6').click();
  await site(page, '5').click();
  assert.notEqual(await count('6'), before);
  await page.getByRole('button', { name: 'Take the step back' }).click();
  assert.equal(await count('6'), before);
  await drag(page, '8', '5');
  await page.screenshot({ path: join(SHOTS, 'steps-backgammon.png') });
  await drag(page, '6', '5');
  assert.equal((await status(page)).ply, 0, 'a turn can be thought over until it is done');
  await page.getByRole('button', { name: 'Done: 8/5' }).click();
  await page.waitForFunction(() => Number(document.querySelector('.status[data-ply]')?.dataset.ply) > 0);
  assert.deepEqual(page.complaints, []);
});

test('the tutor: gammon plays, is graded, shows what has changed, and takes it back; a person plays on the board', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/tutor`);
  const log = page.locator('.talk-log');
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  await press('go on');
  await log.getByText('move 1', { exact: false }).first().waitFor();
  await press('very well done');
  await log.getByText('is graded +5', { exact: false }).waitFor();
  await press('take the grade back');
  await log.getByText('is taken back', { exact: false }).waitFor();
  await press('why this play');
  await log.getByText(/gammon (stays with|chooses) the/).first().waitFor();
  await page.screenshot({ path: join(SHOTS, 'tutor.png') });
  // Now it is Black's turn: two clicks a step, until the move can be done.
  for (let i = 0; i < 12 && (await page.getByRole('button', { name: /^Done/ }).count()) === 0; i++) {
    await page.locator('.board-box .playable').first().click();
  }
  await page.getByRole('button', { name: /^Done/ }).click();
  await page.waitForFunction(() => document.querySelector('.room-title')?.textContent?.includes('White has'));
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.room-title')?.textContent?.includes('White has'));
  assert.deepEqual(page.complaints, []);
});

test('the GIER asks for a colour and a strength, plays on the board, and speaks Danish too', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/talk/gier`);
  const log = page.locator('.talk-log');
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  const asks = (words) => page.waitForFunction((text) => document.querySelector('.room-title')?.textContent?.includes(text), words);
  await asks('choice of colour');
  await press('White');
  await asks('strength');
  await press('strength 1');
  await asks('your turn');
  for (let i = 0; i < 8 && (await log.getByText('i move', { exact: false }).count()) === 0; i++) {
    await page.locator('.board-box .playable').first().click();
    await page.waitForTimeout(300);
  }
  await log.getByText('i move', { exact: false }).waitFor();
  await page.screenshot({ path: join(SHOTS, 'gier.png') });
  await press('in Danish');
  await asks('farvevalg');
  await page.getByRole('link', { name: 'Teach Gammon' }).click();
  await page.getByRole('button', { name: 'go on', exact: true }).waitFor();
  assert.deepEqual(page.complaints, []);
});
