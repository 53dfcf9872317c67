// Records from elsewhere: pasted, opened, dropped; and games in the forms of other programs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser, house, open, server } from './henge.js';

house();

const records = fileURLToPath(new URL('../../../testdata/records/', import.meta.url));
const SGF = '(;FF[4]GM[11]SZ[11]PB[Ada]PW[Grace];B[c2];W[swap-pieces];B[f6];W[e7](;B[d4])(;B[g5]))';
const moves = (page) => page.locator('.moves.text > .move');

async function paste(page, text) {
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'Analyse a record' }).click();
  await page.locator('#record-text').fill(text);
  await page.getByRole('button', { name: 'Show it' }).click();
}

test('PDN, .mat, SGF and an XGID are pasted as they are', async () => {
  const page = await open(browser);
  await paste(page, '[Event "Club"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n');
  await moves(page).nth(3).waitFor();
  assert.match(page.url(), /game=draughts/);
  await paste(page, SGF);
  await moves(page).nth(4).waitFor();
  assert.match(page.url(), /game=hex/);
  assert.equal(await page.locator('.variation .move').count(), 1);
  await paste(page, readFileSync(`${records}match-3.mat`, 'utf8'));
  await page.locator('.moves.text .move').nth(5).or(page.locator('.dialog li button').first()).first().waitFor();
  const several = page.locator('.dialog li button').first();
  if (await several.count()) await several.click();
  await page.waitForURL(/game=backgammon/);
  await moves(page).nth(5).waitFor();
  await paste(page, 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10');
  await page.waitForURL(/game=backgammon.*setup=XGID/);
  await page.locator('.die').first().waitFor();
  await paste(page, '(;GM[1];B[dd])');
  await page.getByText('GM[4], a game of Go-Moku, or GM[11], a game of Hex, is expected').waitFor();
  assert.deepEqual(page.complaints.filter((text) => !/422/.test(text)), []);
  await page.context().close();
});

test('a record is dropped anywhere, and saved in the forms of its game', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/new/hex`);
  await page.locator('.new-picture').waitFor();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'game.sgf'));
    return transfer;
  }, SGF);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await moves(page).nth(4).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => document.querySelector('#share-record')?.value.includes('[Game "hex'));
  await page.locator('.segment', { hasText: '.sgf' }).click();
  await page.waitForFunction(() => document.querySelector('#share-record')?.value.startsWith('(;FF[4]GM[11]'));
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the record' }).click()]);
  assert.match(saved.suggestedFilename(), /\.sgf$/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
