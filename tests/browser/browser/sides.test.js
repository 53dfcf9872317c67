// Who sits where: the board turns for the second player and on a key, and addresses carry any move.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SHOTS, browser, house, open, server, status } from './henge.js';

house();

/** A match with one chair at this window. */
async function sit(side, game, more = {}, options = {}) {
  const { state, tokens } = await server.api('POST', '/matches', { game, seats: [{ kind: 'human' }, { kind: 'human' }], ...more });
  const page = await open(browser, options);
  const held = side === 'both' ? tokens : { [side]: tokens[side] };
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`henge.seat.${state.id}`, JSON.stringify(held)]);
  await page.goto(`${server.url}#/m/${state.id}`);
  await page.locator('.board .piece').first().waitFor();
  return { page, state, tokens };
}

const middle = async (page, name) => {
  const { x, y, width, height } = await page.locator(`.board [data-name="${name}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
};
const strips = (page) => page.locator('.strip strong').allTextContents();

test('the second player of draughts sits below; the key f turns the board back', async () => {
  const { page } = await sit('second', 'draughts');
  const [a1, h8] = [await middle(page, 'a1'), await middle(page, 'h8')];
  assert.ok(a1[1] < h8[1] && a1[0] > h8[0], 'h8 is at the lower left');
  assert.deepEqual(await strips(page), ['Player', 'You']);
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, 'turned-draughts.png') });
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.querySelector('.strip strong').textContent === 'You');
  const [back] = [await middle(page, 'a1')];
  assert.ok(back[1] > h8[1] - 1 && back[0] < a1[0]);
  await page.getByRole('button', { name: 'Turn the board' }).click();
  assert.deepEqual(await middle(page, 'a1'), a1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('in backgammon the numbers are those that Black writes', async () => {
  // Black has thrown 3 and 1.
  const { page } = await sit('second', 'backgammon', { moves: ['13'] });
  const [six, one] = [await middle(page, '6'), await middle(page, '1')];
  const label = async (text) => {
    const { x, y } = await page.locator('.board text.faint', { hasText: new RegExp(`^${text}$`) }).boundingBox();
    return [x, y];
  };
  assert.ok(one[0] > six[0] && Math.abs((await label(6))[0] - six[0]) < 20, 'the home is on the right, and labels are beside their points');
  assert.match(await page.locator('.board [data-name="6"]').getAttribute('aria-label'), /^6: 5 × black man/);
  await page.screenshot({ path: join(SHOTS, 'turned-backgammon.png') });
  for (const name of ['8', '5', '6', '5']) await page.locator(`.board [data-name="${name}"]`).click();
  assert.equal(await page.locator('.die.used').count(), 2);
  await page.getByRole('button', { name: 'Done: 8/5,6/5' }).click();
  await page.waitForFunction(() => Number(document.querySelector('.status[data-ply]').dataset.ply) > 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a game of backgammon is analysed, reloaded and played on from its address', async () => {
  const { page } = await sit('both', 'backgammon', { moves: ['31', '8/5,6/5'] });
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.moves.text .move').nth(1).waitFor();
  assert.match(page.url(), /moves=31,8\/5~,6\/5/);
  const moves = () => page.locator('.moves.text .move').evaluateAll((all) => all.map((each) => each.textContent.replace(/^\d+\./, '')));
  assert.deepEqual((await moves()).slice(0, 2), ['31', '8/5,6/5']);
  await page.reload();
  await page.locator('.moves.text .move').nth(1).waitFor();
  assert.deepEqual((await moves()).slice(0, 2), ['31', '8/5,6/5']);
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.locator('input[name="opponent"][value="here"]').check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.status[data-ply]').waitFor();
  assert.ok((await status(page)).ply >= 2);
  assert.match(await page.locator('.board [data-name="5"]').getAttribute('aria-label'), /2 × white man/);
  // An address as it was written before.
  await page.goto(`${server.url}#/a?game=tic-tac-toe&moves=a1,b2,c3`);
  await page.locator('.moves.text .move').nth(2).waitFor();
  assert.deepEqual(await moves(), ['a1', 'b2', 'c3']);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Says how many pieces were ever seen on their way. */
const watchFlights = (page) =>
  page.evaluate(() => {
    window.flown = 0;
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => (window.flown += node.classList?.contains('flight') ? 1 : 0)))).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });

test('pieces travel, and can be overtaken; whoever wants no motion gets none', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const { page, state, tokens } = await sit('both', 'draughts', { setup: 'W:Wa1,c3:Bd4,f6,h8' }, { reducedMotion });
    await watchFlights(page);
    await server.api('POST', `/matches/${state.id}/moves`, { move: 'c3xg7', ply: 0 }, tokens.first);
    await page.locator('.status[data-ply="1"]').waitFor();
    // The answer does not wait for the pieces.
    await page.locator('.board .playable[data-name="h8"]').click();
    await page.locator('.board .playable[data-name="f6"]').click();
    await page.locator('.status[data-ply="2"]').waitFor();
    // A capture of two and one of one.
    if (reducedMotion !== 'reduce') await page.waitForFunction(() => window.flown >= 4);
    await page.waitForFunction(() => document.querySelectorAll('.flight').length === 0);
    await page.waitForFunction(() => document.querySelectorAll('.board .site:has(.piece)').length === 2);
    const { flown, left, there } = await page.evaluate(() => ({
      flown: window.flown,
      left: document.querySelectorAll('.flight').length,
      there: [...document.querySelectorAll('.board .site:has(.piece)')].map((site) => site.getAttribute('data-name')).sort().join(' '),
    }));
    assert.equal(left, 0);
    assert.equal(there, 'a1 f6');
    if (reducedMotion === 'reduce') assert.equal(flown, 0);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('sounds are switched off with one click, and stay off', async () => {
  const page = await open(browser);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Switch sounds off' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Switch sounds on' }).waitFor();
  await page.context().close();
});

test('a seat is taken in another browser by a link of one’s own', async () => {
  const { page } = await sit('second', 'draughts', { moves: ['c3-b4'] });
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('#share-seat').inputValue();
  const phone = await open(browser, { viewport: { width: 390, height: 844 } });
  await phone.goto(link);
  await phone.locator('.board .playable').first().waitFor();
  assert.doesNotMatch(phone.url(), /seat|second/, 'the key does not stay in the address');
  assert.deepEqual(await strips(phone), ['Player', 'You']);
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0);
  assert.deepEqual([...page.complaints, ...phone.complaints], []);
  await page.context().close();
  await phone.context().close();
});

test('a record is dropped anywhere', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/new/hex`);
  await page.locator('.new-picture').waitFor();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['[Game "hex:size=5"]\n\n1. c3 2. b4 (2. d2) 3. b3\n*\n'], 'game.henge'));
    return transfer;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await page.locator('.moves.text > .move').nth(2).waitFor();
  assert.equal(await page.locator('.variation .move').count(), 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
