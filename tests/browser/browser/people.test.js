// Games and people: the list of all games, a seat in another browser, what players ask each other for,
// and the rematch that both see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, browser, choose, house, open, server, status } from './henge.js';

house();

const ply = (page, n) => page.waitForFunction((want) => Number(document.querySelector('.status[data-ply]')?.dataset.ply) === want, n);
/** What can be seen, beside what is read out. */
const said = (page, text) => page.locator('#main').getByText(text);
const site = (page, name) => page.locator(`.board .playable[data-name="${name}"]`);

/** Two browsers at one game of Tic-Tac-Toe; the host plays X. */
async function friends(clock) {
  const host = await open(browser);
  await begin(host, server, 'tic-tac-toe', async () => {
    await choose(host, 'opponent', 'Friend by link');
    await choose(host, 'side', 'X');
    if (clock) await choose(host, 'clock', '5 + 3');
  });
  const link = await host.getByLabel('Send this link to your friend').inputValue();
  const guest = await open(browser);
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  await guest.locator('.status[data-ply]').waitFor();
  await site(host, 'a1').waitFor();
  return [host, guest];
}

test('an invitation on this machine says that it is for this machine', async () => {
  const page = await open(browser);
  await begin(page, server, 'tic-tac-toe', () => choose(page, 'opponent', 'Friend by link'));
  await page.getByText('This address works on this computer alone').waitFor();
  assert.equal(await page.locator('.qr').count(), 0);
  await page.context().close();
});

test('taking back is asked and answered, a draw is declined', async () => {
  const [host, guest] = await friends(false);
  await site(host, 'a1').click();
  await ply(guest, 1);
  await host.getByRole('button', { name: 'Ask to take back' }).click();
  await said(guest, 'X asks to take a move back.').waitFor();
  await guest.getByRole('button', { name: 'Decline' }).click();
  await said(host, 'O does not want a move taken back.').waitFor();
  await host.keyboard.press('u');
  await guest.getByRole('button', { name: 'Allow' }).click();
  await ply(host, 0);
  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.getByRole('button', { name: 'Decline' }).click();
  await said(host, 'O declines the draw.').waitFor();
  for (const page of [host, guest]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('no hints against the clock; a rematch that both see; the seat in another browser', async () => {
  const [host, guest] = await friends(true);
  assert.equal(await host.getByRole('button', { name: 'Hint' }).count(), 0);
  const id = host.url().split('/m/')[1];
  const tokens = await host.evaluate((key) => JSON.parse(localStorage.getItem(key)), `henge.seat.${id}`);
  await assert.rejects(server.api('POST', `/matches/${id}/hint`, {}, tokens.first), /no hints in a game with clocks/);
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await host.locator('.status', { hasText: 'You won by resignation' }).waitFor();
  await guest.locator('.status', { hasText: 'You lost by resignation' }).waitFor();
  await host.getByRole('button', { name: 'Rematch' }).click();
  await host.waitForFunction((old) => !location.hash.includes(old), id);
  await said(guest, 'A rematch is ready').waitFor();
  await guest.getByRole('button', { name: 'Play it' }).click();
  await site(guest, 'b2').click();
  await ply(host, 1);
  assert.ok(await host.locator('.clock').count(), 'with the same clock');
  await site(host, 'a1').waitFor();
  // The host goes on elsewhere.
  await host.getByRole('button', { name: 'Share' }).click();
  const seat = await host.locator('#share-seat').inputValue();
  const phone = await open(browser);
  await phone.goto(seat);
  await site(phone, 'a1').click();
  await ply(guest, 2);
  assert.doesNotMatch(phone.url(), /seat|second/, 'the key does not stay in the address');
  for (const page of [host, guest, phone]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('all games are listed, searched, paged, saved and deleted, with results against the computer', async () => {
  for (let i = 0; i < 24; i++) {
    const seats = [{ kind: 'human', name: i === 3 ? 'Ada Lovelace' : 'Player' }, { kind: 'bot', bot: 'henge:level=easy' }];
    const { state, tokens } = await server.api('POST', '/matches', { game: i % 2 ? 'tic-tac-toe' : 'connect-four', seats });
    if (i < 5) await server.api('POST', `/matches/${state.id}/actions`, { action: 'resign' }, tokens.first);
  }
  const page = await open(browser);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'All saved games' }).click();
  await page.locator('.saved').nth(19).waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText(/^Page 2 of \d, \d+ games$/).waitFor();
  await page.locator('.segment', { hasText: /^\s*Finished/ }).click();
  await page.locator('.saved-result', { hasText: 'by resignation' }).first().waitFor();
  await page.getByPlaceholder('Search for a game or a player').fill('ada tic');
  await page.waitForFunction(() => document.querySelectorAll('.saved').length === 1);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the record of' }).click()]);
  assert.match(saved.suggestedFilename(), /^tic-tac-toe.*\.henge$/);
  const row = page.locator('.tallies tr', { hasText: 'tic-tac-toe' });
  assert.match(await row.first().textContent(), /henge, easy\s*0\s*0\s*2/);
  await page.getByRole('button', { name: 'Delete Ada Lovelace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No games match the search.').waitFor();
  await page.reload();
  await page.getByText('No games match the search.').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
