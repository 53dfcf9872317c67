// Games of one's own: written, opened or dropped as a file, checked, drawn, played, and shared by a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, choose, house, open, server, status } from './henge.js';

house();

const KITE = 'name = "Kite"\nrules = "Two in a row."\nboard = { grid = [3, 2] }\n\n[[win]]\nlines = 2\n';
const text = (page) => page.getByLabel('Rules', { exact: true });

test('a game is written, checked while it is typed, played and shared', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/`);
  await page.getByRole('link', { name: 'A game of your own' }).click();
  await page.locator('.new-picture .board').waitFor();
  await text(page).fill(KITE.replace('lines = 2', 'lins = 2'));
  const fault = page.locator('.scenario-fault');
  await fault.getByText('a win has no "lins"; did you mean "lines"?').waitFor();
  assert.match(await fault.textContent(), /Line 6, column 1/);
  assert.equal(await fault.locator('u').textContent(), 'lins');
  assert.ok(await page.getByRole('button', { name: 'Keep and play' }).isDisabled());
  await text(page).fill(KITE);
  await page.getByText('6 sites, 6 moves to begin with').waitFor();
  await page.getByRole('button', { name: 'Keep and play' }).click();
  await page.waitForURL(/#\/new\/own-[0-9a-f]{32}$/);
  await page.getByRole('heading', { name: 'Kite' }).waitFor();
  const link = await page.getByLabel('Link to this game').inputValue();
  await choose(page, 'opponent', 'Two people here');
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const [ply, name] of ['a1', 'c2', 'b1'].entries()) {
    await page.locator(`.board .playable[data-name="${name}"]`).click();
    await page.waitForFunction((want) => Number(document.querySelector('.status[data-ply]').dataset.ply) === want, ply + 1);
  }
  assert.equal((await status(page)).turn, 'over');
  // Somebody else has the link.
  const friend = await open(browser, { viewport: { width: 390, height: 844 } });
  await friend.goto(link);
  await friend.getByRole('heading', { name: 'Kite' }).waitFor();
  await friend.getByRole('link', { name: 'Change the rules' }).click();
  await friend.waitForFunction((toml) => document.querySelector('#own-text')?.value === toml, KITE);
  await friend.goto(link.replace(/.{32}$/, '0'.repeat(32)));
  await friend.getByText('open their file again').waitFor();
  await page.goto(`${server.url}#/`);
  await page.locator('.card').first().waitFor();
  assert.equal(await page.getByText('Kite').count(), await page.locator('.open-card').getByText('Kite').count(), 'no list of games shows it');
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(friend.complaints.filter((said) => !/404/.test(said)), []);
  await page.context().close();
  await friend.context().close();
});

test('a file is dropped anywhere, or pasted where records are', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/new/hex`);
  await page.locator('.new-picture').waitFor();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'kite.toml'));
    return transfer;
  }, KITE);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await page.getByRole('heading', { name: 'Kite' }).waitFor();
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'Analyse a record' }).click();
  await page.locator('#record-text').fill(KITE.replace('Kite', 'Swallow'));
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('heading', { name: 'Swallow' }).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the explorer shows how saved games went on', async () => {
  const page = await open(browser);
  const seats = [{ kind: 'human' }, { kind: 'human' }];
  for (const moves of [['a1', 'b2'], ['a1', 'c3'], ['b2', 'a1']]) await server.api('POST', '/matches', { game: 'tic-tac-toe', seats, moves });
  await page.goto(`${server.url}#/a?game=tic-tac-toe`);
  const rows = page.locator('.openings tbody tr');
  await rows.nth(1).waitFor();
  assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => row.querySelector('th').textContent.trim() + row.querySelector('td').textContent)), ['a12', 'b21']);
  await rows.getByRole('button', { name: 'a1' }).click();
  await page.waitForURL(/moves=a1/);
  await page.waitForFunction(() => document.querySelectorAll('.openings tbody tr').length === 2 && document.querySelector('.openings tbody').textContent.includes('c3'));
  await page.goto(`${server.url}#/a?game=connect-four`);
  await page.locator('.openings tbody td[title*="wins"]').first().waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
