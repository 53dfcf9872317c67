// The museum: programs of other times, and the map of moves by their centres.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { SHOTS, browser, house, open, server } from './henge.js';

house();

test('the museum: a page is read, a game replayed, a seat taken, and a meeting watched', async () => {
  const page = await open(browser);
  await page.goto(server.url);
  await page.getByRole('link', { name: /^Museum/ }).click();
  await page.getByRole('link', { name: /1990 · Positional games/ }).waitFor();
  await page.getByRole('link', { name: /2000 · Two players/ }).click();
  await page.getByRole('heading', { name: 'What the listing does, and what it means to do' }).waitFor();
  await page.getByRole('cell', { name: '108 first moves, then 102' }).waitFor();
  await page.screenshot({ path: join(SHOTS, 'museum.png') });
  await page.getByRole('button', { name: /the game that ends chapter 17/ }).click();
  await page.getByRole('heading', { name: /Connect Four/ }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Against it: Connect Four' }).click();
  await page.waitForURL(/#\/m\//);
  await page.goBack();
  await page.getByRole('button', { name: /It meets .*: Stonehenge/ }).click();
  await page.waitForURL(/#\/m\//);
  await page.goto(`${server.url}#/museum/gammon`);
  await page.getByRole('link', { name: 'At its own terminal' }).click();
  await page.getByRole('log').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('choices: every square of Pentominoes says how many moves have their centre there', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/a?game=pentominoes:size=5x5`);
  await page.getByRole('radio', { name: 'Choices', exact: true }).check({ force: true });
  await page.getByText('571 choices in 25 centres.').waitFor();
  const numbers = await page.locator('.overlay text').allTextContents();
  assert.deepEqual([numbers.length, numbers[12]], [25, '63']);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
