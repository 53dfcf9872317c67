// Pieces that cover several places: chosen, turned, flipped, held over the board and laid down, with
// the mouse, with the keyboard alone, and with a finger on a telephone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, browser, choose, house, myTurn, open, server, status } from './henge.js';

house();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const slot = (page, name) => page.locator(`.slot[aria-label="Piece ${name}"]`);
const site = (page, name) => page.locator(`.board [data-name="${name}"]`);
const button = (page, name) => page.locator('.tray-bar').getByRole('button', { name });
const said = (page, text) => page.waitForFunction((want) => document.querySelector('#live')?.textContent?.includes(want), text);
const line = (page) => page.locator('.tray-line').textContent();
const ply = (page, n) => page.waitForFunction((want) => Number(document.querySelector('.status[data-ply]')?.dataset.ply) === want, n);
/** The numbers of the squares under what is held. */
const covered = (page) =>
  page.locator('.board .laid polygon, .board .misfit polygon').evaluateAll((all) => {
    const key = (polygon) => polygon.getAttribute('points');
    const names = new Map([...document.querySelectorAll('.board .site')].map((each) => [key(each.querySelector('polygon')), each.getAttribute('data-name')]));
    return all.map((polygon) => names.get(key(polygon))).sort((a, b) => a - b).join(' ');
  });

/** A game of two people at one screen. */
async function two(options) {
  const page = await open(browser, options);
  await begin(page, server, 'pentominoes', () => choose(page, 'opponent', 'Two people here'));
  await myTurn(page);
  return page;
}

async function leave(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test('with the mouse: choose, turn, flip, look, place', async () => {
  const page = await two();
  assert.equal(await line(page), 'Choose a piece.');
  assert.equal(await page.locator('.board .target').count(), 0);
  await slot(page, 'L').click();
  await said(page, 'L in hand, fits in 35 places this way.');
  assert.equal(await page.locator('.board .target').count(), 35);
  await site(page, '27').hover();
  await page.locator('.board .laid').waitFor();
  const upright = await covered(page);
  assert.equal(upright.split(' ').length, 5);
  await button(page, 'Turn').click();
  await said(page, 'L turned, fits in 27 places this way.');
  await site(page, '27').hover();
  await page.waitForFunction((old) => document.querySelectorAll('.board .target').length !== old, 35);
  const lying = await covered(page);
  assert.notEqual(lying, upright);
  await button(page, 'Flip').click();
  await said(page, 'L flipped');
  // The second button of the mouse turns, too.
  await site(page, '27').click({ button: 'right' });
  await said(page, 'L turned, fits in 35 places this way.');
  const last = await covered(page);
  await site(page, '27').click();
  await ply(page, 1);
  for (const name of last.split(' ')) assert.match((await site(page, name).getAttribute('aria-label')) ?? '', /red L, last move/);
  assert.equal(await page.locator('.slot.used').count(), 1);
  assert.equal(await line(page), 'Choose a piece.');
  await leave(page);
});

test('a piece is carried from the tray, slips to the edge, and is refused where it cannot lie', async () => {
  const page = await two();
  const from = await slot(page, 'X').boundingBox();
  const to = await site(page, '8').boundingBox();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
  await page.locator('.board .laid').waitFor();
  assert.equal(await covered(page), '2 7 8 9 14');
  await page.mouse.up();
  await ply(page, 1);
  await slot(page, 'I').click();
  // Its middle cannot lie in the first row, so it lies below and covers the square.
  await site(page, '6').hover();
  assert.equal(await covered(page), '6 12 18 24 30');
  await site(page, '14').hover();
  await page.locator('.board .misfit').waitFor();
  await site(page, '14').click();
  await said(page, 'I does not fit here.');
  assert.equal((await status(page)).ply, 1);
  await page.keyboard.press('Escape');
  assert.equal(await line(page), 'Choose a piece.');
  await leave(page);
});

test('with the keyboard alone', async () => {
  const page = await two();
  await page.keyboard.press('b');
  await page.keyboard.press('.');
  await said(page, 'F in hand');
  await page.keyboard.press('.');
  await said(page, 'I in hand');
  await page.keyboard.press(',');
  await said(page, 'F in hand');
  const first = await covered(page);
  assert.equal(first.split(' ').length, 5);
  await page.keyboard.press('r');
  await said(page, 'F turned');
  assert.notEqual(await covered(page), first);
  await page.keyboard.press('f');
  await said(page, 'F flipped');
  const here = await covered(page);
  await page.keyboard.press('ArrowUp');
  await said(page, 'fits. Enter places it.');
  const above = await covered(page);
  assert.equal(above, here.split(' ').map((name) => Number(name) - 6).join(' '));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.board .laid').count(), 0);
  await page.keyboard.press('.');
  await page.keyboard.press('Enter');
  await ply(page, 1);
  // Nothing is held now, so the key means what it means elsewhere.
  await page.keyboard.press('u');
  await ply(page, 0);
  await page.keyboard.press('r');
  await ply(page, 1);
  // A piece chosen with the tabulator and Enter goes on with the arrows.
  await slot(page, 'Z').focus();
  await page.keyboard.press('Enter');
  await page.locator('.board .laid').waitFor();
  await page.keyboard.press('Enter');
  await ply(page, 2);
  // Arrows move a piece that was chosen with the mouse, wherever the focus is; they do not leave the position.
  await slot(page, 'P').click();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.board .laid').waitFor();
  await page.keyboard.press('Enter');
  await ply(page, 3);
  await leave(page);
});

test('with a finger on a telephone', async () => {
  const page = await two(PHONE);
  const small = await page
    .locator('.slot, .tray-bar .button, .board .site')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter((box) => Math.min(box.width, box.height) < 44).length);
  assert.equal(small, 0, 'everything is large enough to be touched');
  await slot(page, 'Y').tap();
  await site(page, '20').tap();
  await page.locator('.board .laid').waitFor();
  assert.equal((await status(page)).ply, 0, 'the first touch shows');
  const before = await covered(page);
  await button(page, 'Turn').tap();
  await said(page, 'Y turned');
  assert.notEqual(await covered(page), before);
  await button(page, 'Flip').tap();
  await said(page, 'Y flipped');
  await button(page, 'Place').tap();
  await ply(page, 1);
  await slot(page, 'V').tap();
  await site(page, '51').tap();
  await page.locator('.board .laid').waitFor();
  const [again] = (await covered(page)).split(' ');
  await site(page, again).tap();
  await ply(page, 2);
  await slot(page, 'I').tap();
  await said(page, 'I in hand');
  await button(page, 'Put back').tap();
  await page.locator('.slot.chosen').waitFor({ state: 'detached' });
  await slot(page, 'Z').tap();
  await said(page, 'Z in hand');
  // A finger that slides takes the piece along, and leaves it where it can be seen.
  const finger = await page.context().newCDPSession(page);
  const middle = async (name) => {
    const box = await site(page, name).boundingBox();
    return [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: await middle('14') });
  for (const name of ['15', '16', '17', '18']) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: await middle(name) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.locator('.board .laid').waitFor();
  await page.waitForFunction(() => document.querySelector('.tray-line')?.textContent?.includes('fits: tap it again'));
  assert.ok((await covered(page)).split(' ').includes('18'));
  assert.equal((await status(page)).ply, 2);
  await leave(page);
});

test('a whole game against the computer with a finger', async () => {
  const page = await open(browser, PHONE);
  await begin(page, server, 'pentominoes:size=5x6', () => choose(page, 'level-1', 'Beginner'));
  while (await myTurn(page)) {
    const { ply: now } = await status(page);
    await page.locator('.slot.playable').first().tap();
    await page.locator('.slot.chosen').waitFor();
    const target = page.locator('.board .playable').first();
    await target.tap();
    await page.locator('.board .laid').waitFor();
    await target.tap();
    await page.waitForFunction((old) => Number(document.querySelector('.status[data-ply]').dataset.ply) > old, now);
  }
  assert.match((await status(page)).text, /^You (won|lost)/);
  assert.equal(await page.locator('.slot.playable').count(), 0);
  await leave(page);
});

test('the names of free squares on request', async () => {
  const page = await two();
  assert.equal(await page.locator('.board .name').count(), 0);
  await page.getByRole('button', { name: 'Names' }).click();
  assert.equal(await page.locator('.board .name').count(), 60);
  await slot(page, 'P').click();
  await page.locator('.board .playable').first().click();
  await ply(page, 1);
  assert.equal(await page.locator('.board .name').count(), 55);
  await page.reload();
  await page.locator('.board .name').first().waitFor();
  await leave(page);
});
