// The world of robots: a scenario of one's own, steering by keys and buttons, a run, its recording and its picture.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser, house, open, server } from './henge.js';

house();

const round = (page, n) => page.waitForFunction((want) => Number(document.querySelector('[data-round]')?.dataset.round) >= want, n);
const exactly = (page, n) => page.waitForFunction((want) => Number(document.querySelector('[data-round]')?.dataset.round) === want, n);
const place = (page, name) => page.locator('.robot-table tr', { hasText: name }).locator('td').last().textContent();

async function enter(page, name) {
  await page.goto(`${server.url}#/robots`);
  await page.locator('.world-card', { hasText: name }).click();
  await page.getByRole('button', { name: 'Enter the world' }).click();
  await page.locator('.land.moving').waitFor();
}

async function download(page, click) {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('a robot is steered by arrows, letters and buttons, a round a step', async () => {
  const page = await open(browser);
  await enter(page, 'Four robots');
  await page.keyboard.press('ArrowRight');
  await exactly(page, 1);
  assert.match(await place(page, 'Interactive robot'), /\(1,0\)/);
  await page.keyboard.press('a');
  await exactly(page, 2);
  assert.match(await place(page, 'Interactive robot'), /\(0,0\)/);
  await page.getByRole('button', { name: 'East' }).click();
  await exactly(page, 3);
  assert.match(await place(page, 'Interactive robot'), /\(1,0\)/);
  await page.getByRole('button', { name: 'Stay' }).click();
  await exactly(page, 4);
  assert.match(await page.locator('#live').textContent(), /Round 4.*Interactive robot at 1,0/);
  assert.equal(await page.locator('.robot.chosen').count(), 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('two browsers steer in one world, and a round waits for both', async () => {
  const one = await open(browser);
  await enter(one, 'Visitors');
  const other = await open(browser);
  await other.goto(one.url());
  await other.locator('.land.moving').waitFor();
  await one.keyboard.press('ArrowUp');
  await other.getByText('Anna ✓').waitFor();
  assert.equal(await other.locator('[data-round]').getAttribute('data-round'), '0');
  // Letters steer the next robot where there are two.
  await other.keyboard.press('d');
  await exactly(one, 1);
  await exactly(other, 1);
  assert.deepEqual([...one.complaints, ...other.complaints], []);
  await one.context().close();
  await other.context().close();
});

test('a contest runs to its end; the run is looked at again, kept and brought back', async () => {
  const page = await open(browser, { acceptDownloads: true });
  await enter(page, 'The hunt');
  for (let n = 0; n < 3; n++) await page.keyboard.press('+');
  await page.getByText('20 rounds a second').waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('[data-round]', { hasText: 'The contest is over.' }).waitFor();
  assert.equal(await page.locator('.points .team td').textContent(), '4');
  assert.equal(await page.locator('.robot.caught').count(), 4);
  assert.ok(await page.getByRole('button', { name: 'One round' }).isDisabled());
  const picture = await download(page, () => page.getByRole('button', { name: 'Save as moving SVG' }).click());
  assert.equal(picture.name, 'the-hunt.svg');
  assert.match(picture.text, /<animateTransform/);
  const recording = await download(page, () => page.getByRole('button', { name: 'Save the recording' }).click());
  assert.match(recording.text, /^henge-robots 2\nseed 1\n/);

  await page.getByRole('button', { name: 'Look back' }).click();
  await page.locator('.scrub input').waitFor();
  await page.keyboard.press('End');
  await round(page, 17);
  assert.equal(await page.locator('.points .team td').textContent(), '4');
  await page.locator('.scrub input').fill('3');
  await exactly(page, 3);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to the world' }).click();
  await page.locator('[data-round]', { hasText: 'The contest is over.' }).waitFor();

  // What was kept can be opened again, and a file that cannot have happened is refused.
  const folder = mkdtempSync(join(tmpdir(), 'robots-'));
  writeFileSync(join(folder, 'run.txt'), recording.text);
  writeFileSync(join(folder, 'cheat.txt'), recording.text.replace(/^(rounds\n)\S+/m, '$1sw'));
  await page.goto(`${server.url}#/robots`);
  await page.locator('input[type=file]').setInputFiles(join(folder, 'cheat.txt'));
  await page.getByText(/cannot be: the world would have refused it/).first().waitFor();
  page.complaints.length = 0;
  await page.locator('input[type=file]').setInputFiles(join(folder, 'run.txt'));
  await page.locator('.scrub input').waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await round(page, 3);
  const again = await download(page, () => page.getByRole('button', { name: 'Save as moving SVG' }).click());
  assert.equal(again.text, picture.text);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a scenario of one’s own: faults name line and cause, and then it runs', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/robots`);
  const text = page.getByLabel('Scenario');
  await text.waitFor();
  await text.fill('name = "Mine"\nsize = [4, 3]\nedges = "torus"\n\n[[robot]]\nkind = "obstinat"\nname = "Ox"\nat = [0, 0]\n');
  await page.getByText('Line 6, column 8').waitFor();
  await page.getByText('"kind" should be "fixed", "crazy"').waitFor();
  await page.getByRole('button', { name: 'Enter the world' }).click();
  assert.equal(await page.locator('.land.moving').count(), 0);
  await text.fill((await text.inputValue()).replace('obstinat', 'obstinate'));
  await page.locator('.scenario-fault').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Enter the world' }).click();
  await page.locator('.land.moving').waitFor();
  await page.keyboard.press('.');
  await exactly(page, 1);
  // Westwards out of a torus, and in at the east.
  assert.match(await place(page, 'Ox'), /\(3,0\)/);
  await page.getByRole('button', { name: 'Begin again' }).click();
  await exactly(page, 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
