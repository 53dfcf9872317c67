// Learning on this machine, as the page shows it.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SHOTS, browser, house, open, server } from './henge.js';

house();

test('learning: curves appear while a run goes on, and the command to play at its end', async () => {
  const page = await open(browser);
  const folder = join(server.home, 'runs');
  mkdirSync(folder, { recursive: true });
  const title = { run: 1, game: 'tic-tac-toe', title: 'Tic-Tac-Toe', command: 'henge learn table tic-tac-toe', against: 'random', began: '' };
  const point = (round) => ({ round, games: 50 * round, positions: 300, loss: 0.7 - round / 20, unseen: null, seconds: round, strength: { games: 20, score: 0.5 + round / 20, score_error: 0.05 } });
  const write = (...lines) => writeFileSync(join(folder, 'toe.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  write(title, point(1), point(2));
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Learning' }).click();
  await page.getByRole('img', { name: /Loss in nats\. Learned from: from 0\.65 to 0\.6 after 2 rounds/ }).waitFor();
  write(title, point(1), point(2), point(3), { end: 'toe.table', play: 'henge play tic-tac-toe --second trained:weights=toe.table' });
  await page.getByText('henge play tic-tac-toe --second trained:weights=toe.table').waitFor();
  await page.getByRole('img', { name: /Points in 100 games against random\. Score: from 55 to 65/ }).waitFor();
  await page.screenshot({ path: join(SHOTS, 'runs.png') });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
