// Touches of the board mean the same here as in the terminal app: both run the cases of one file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browser, house, open, server, status } from './henge.js';

house();

const cases = JSON.parse(readFileSync(new URL('../../../testdata/touches.json', import.meta.url), 'utf8'));

for (const { about, game, setup, touches, move } of cases) {
  test(`${game}: ${about}`, async () => {
    const seats = [{ kind: 'human' }, { kind: 'human' }];
    const { state, tokens } = await server.api('POST', '/matches', { game, setup, seats });
    const page = await open(browser);
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`henge.seat.${state.id}`, JSON.stringify(tokens)]);
    await page.goto(`${server.url}#/m/${state.id}`);
    await page.locator('.board .playable').first().waitFor();
    const before = (await status(page)).ply;
    for (const name of touches) await page.locator(`.board [data-name="${name}"]`).click();
    // Some moves of several steps wait for a button that says they are whole.
    const done = page.getByRole('button', { name: /^Done/ });
    if (await done.count()) await done.click();
    if (move) await page.waitForFunction((ply) => Number(document.querySelector('.status[data-ply]').dataset.ply) > ply, before);
    const { moves } = await server.api('GET', `/matches/${state.id}`);
    assert.equal(moves[state.moves.length]?.text ?? null, move);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
