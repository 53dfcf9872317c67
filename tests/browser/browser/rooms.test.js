// What people do with a game: take back, play by keys alone, invite a friend, analyse, set up a
// position, and go on after the server has died.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, begin, browser, choose, clickMove, house, myTurn, open, server, status } from './henge.js';

house();

const ply = (page, n) => page.waitForFunction((want) => Number(document.querySelector('.status[data-ply]')?.dataset.ply) === want, n);
const site = (page, name) => page.locator(`.board [data-name="${name}"]`);

test('take back takes both plies back against a bot, redo brings them again', async () => {
  const page = await open(browser);
  await begin(page, server, 'hex:size=5', () => choose(page, 'level-1', 'Beginner'));
  await myTurn(page);
  await clickMove(page, (sites) => sites[Math.floor(sites.length / 2)]);
  await ply(page, 2);
  await myTurn(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await ply(page, 0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.waitForFunction(() => Number(document.querySelector('.status[data-ply]').dataset.ply) > 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a whole game with the keyboard alone', async () => {
  const page = await open(browser);
  await page.goto(server.url);
  await page.locator('a[href="#/new/tic-tac-toe"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start the game' }).waitFor();
  await page.getByRole('button', { name: 'Start the game' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.status[data-ply]').waitFor();
  let keys = 0;
  while (await myTurn(page)) {
    const { ply: before } = await status(page);
    await page.keyboard.press('b');
    // Walk until the site with the keyboard can be played, then play it.
    const free = () => page.evaluate(() => document.activeElement?.classList.contains('playable'));
    for (const key of ['', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp']) {
      if (key) await page.keyboard.press(key);
      keys++;
      if (await free()) break;
    }
    assert.ok(await free(), 'arrow keys reach a free place');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^[a-c][1-3]: empty, can be played/);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.querySelector('.status[data-ply]').dataset.ply) > n, before);
  }
  assert.ok(keys > 2);
  assert.match(await page.locator('#live').textContent(), /You (won|lost)|draw/i);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('to the next place').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('typing a move, with completion and a clear word when it is wrong', async () => {
  const page = await open(browser);
  await begin(page, server, 'hex:size=5', () => choose(page, 'opponent', 'Two people here'));
  await myTurn(page);
  const field = page.getByLabel('Type a move');
  await field.fill('zz9');
  await field.press('Enter');
  await page.getByText('"zz9" is not a site; sites go from a1 to e5').waitFor();
  await field.fill('C3');
  await field.press('Enter');
  await ply(page, 1);
  await field.fill('e');
  await field.press('Enter');
  await page.getByText('go on typing').waitFor();
  assert.ok((await page.locator('#legal-moves option').count()) === 24);
  await page.context().close();
});

test('two browsers play each other by a link', async () => {
  const host = await open(browser);
  await begin(host, server, 'tic-tac-toe', async () => {
    await choose(host, 'opponent', 'Friend by link');
    await host.getByLabel('Your name').fill('Ada');
    await choose(host, 'side', 'X');
  });
  const link = await host.getByLabel('Send this link to your friend').inputValue();
  const guest = await open(browser);
  await guest.goto(link);
  await guest.getByText('Ada waits for you').waitFor();
  await guest.getByLabel('Your name').fill('Grace');
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  await guest.locator('.status[data-ply]').waitFor();
  await host.getByText('Grace').waitFor();
  // Whoever has X begins.
  await Promise.any([host, guest].map((page) => page.locator('.board .playable').first().waitFor()));
  const order = (await host.locator('.board .playable').count()) > 0 ? [host, guest] : [guest, host];
  for (const [i, name] of ['a1', 'a2', 'b2', 'a3', 'c3'].entries()) {
    const page = order[i % 2];
    await page.locator(`.board .playable[data-name="${name}"]`).click();
    await ply(order[(i + 1) % 2], i + 1);
  }
  for (const [i, page] of order.entries()) {
    await page.locator('.status', { hasText: ['You won', 'You lost'][i] }).waitFor();
    assert.equal(await page.locator('.board .halo').count(), 3);
    assert.deepEqual(page.complaints, []);
  }
  // Who has neither seat looks on.
  const watcher = await open(browser);
  await watcher.goto(host.url());
  await watcher.getByText('You are watching.').waitFor();
  assert.equal(await watcher.locator('.board .playable').count(), 0);
  for (const page of [host, guest, watcher]) await page.context().close();
});

test('a draw is offered and accepted, a game is resigned', async () => {
  const host = await open(browser);
  await begin(host, server, 'tic-tac-toe', () => choose(host, 'opponent', 'Friend by link'));
  const link = await host.getByLabel('Send this link to your friend').inputValue();
  const guest = await open(browser);
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  await guest.locator('.status[data-ply]').waitFor();
  await host.locator('.board .playable').first().waitFor();
  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.getByRole('button', { name: 'Accept' }).click();
  await host.locator('.status', { hasText: 'A draw by agreement' }).waitFor();
  await host.context().close();
  await guest.context().close();
  const page = await open(browser);
  await begin(page, server, 'tic-tac-toe');
  await myTurn(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.status', { hasText: 'You lost by resignation' }).waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await ply(page, 0).catch(() => {});
  await page.waitForFunction(() => document.querySelector('.status[data-turn="player"]'));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the hands of Stonehenge: by click, by drag, and the cell first', async () => {
  const page = await open(browser);
  await begin(page, server, 'stonehenge', () => choose(page, 'opponent', 'Two people here'));
  await myTurn(page);
  await site(page, 'black-6').click();
  assert.equal(await page.locator('.board .target').count(), 18);
  await site(page, '6').click();
  await ply(page, 1);
  const [from, to] = await Promise.all(['red-5', '11'].map((name) => site(page, name).boundingBox()));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await ply(page, 2);
  await site(page, '0').click();
  await site(page, 'black-5').click();
  await ply(page, 3);
  // A touch can be taken back.
  await site(page, 'red-6').click();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.board .chosen').count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('an empty cell stands for its column where pieces fall', async () => {
  const page = await open(browser);
  await begin(page, server, 'connect-four', () => choose(page, 'opponent', 'Two people here'));
  await myTurn(page);
  await site(page, 'd6').click();
  await ply(page, 1);
  assert.match(await site(page, 'd1').getAttribute('aria-label'), /disc, last move/);
  await page.context().close();
});

test('the stone of the first player is taken over by a click or a button', async () => {
  const page = await open(browser);
  await begin(page, server, 'hex:size=5,swap=true', () => choose(page, 'opponent', 'Two people here'));
  await myTurn(page);
  await site(page, 'b4').click();
  await ply(page, 1);
  await page.locator('.choice button').first().click();
  await ply(page, 2);
  assert.match(await site(page, 'd2').getAttribute('aria-label'), /blue stone/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('two bots play while somebody watches', async () => {
  const page = await open(browser);
  await begin(page, server, 'tic-tac-toe', async () => {
    await choose(page, 'opponent', 'Watch');
    await choose(page, 'level-0', 'Beginner');
    await choose(page, 'level-1', 'Beginner');
  });
  // One move after the other, and none while it rests.
  await page.locator('.status[data-ply="1"]').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  const { ply: here } = await status(page);
  await page.waitForTimeout(1500);
  assert.equal((await status(page)).ply, here);
  assert.equal(await page.locator('.moves .move:not(.none)').count(), here);
  await page.getByRole('button', { name: 'One move', exact: true }).click();
  await ply(page, here + 1);
  await page.locator('.segment', { hasText: 'Fast' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('.status[data-turn="over"]').waitFor();
  assert.equal(await page.locator('.pace').count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the clock of the side to move runs', async () => {
  const page = await open(browser);
  await begin(page, server, 'tic-tac-toe', async () => {
    await choose(page, 'opponent', 'Two people here');
    await choose(page, 'clock', 'Own times');
    await page.getByLabel('Minutes each').fill('0.05');
    await page.getByLabel('Seconds added a move').fill('0');
  });
  const clock = page.locator('.clock.running');
  const before = await clock.textContent();
  await page.waitForFunction((text) => document.querySelector('.clock.running')?.textContent !== text, before);
  await page.locator('.status', { hasText: 'wins on time' }).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('hint with a reason', async () => {
  const page = await open(browser);
  await begin(page, server, 'tic-tac-toe');
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByRole('heading', { name: /^Hint: / }).waitFor();
  await page.locator('.board .hint').first().waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a loaded record is analysed and reviewed, and variations are kept', async () => {
  const page = await open(browser);
  const { text } = await server.api('POST', '/records/write', { game: 'tic-tac-toe', moves: ['a1', 'b2', 'c3', 'a3', 'c1', 'b1', 'c2'] });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Analyse a record' }).click();
  await page.locator('#record-text').fill(text);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.locator('.moves.text').waitFor();
  assert.equal(await page.locator('.moves.text .move').count(), 7);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  // The engine speaks of this position, in words.
  await page.locator('.lines .score').first().waitFor();
  assert.match(await page.locator('.lines .kind').first().textContent(), /proved|estimate|exact/);
  await page.locator('.board .hint, .board .arrow').first().waitFor();
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByRole('heading', { name: 'Turning points' }).waitFor();
  await page.locator('.graph .curve').waitFor();
  // Playing on from here is a variation.
  await page.locator('.board .playable').first().click();
  await page.locator('.variation .move').first().waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => document.querySelector('#share-record').value.length > 20);
  assert.match(await page.locator('#share-link').inputValue(), /#\/a\?game=tic-tac-toe/);
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as SVG' }).click()]);
  assert.match(svg.suggestedFilename(), /\.svg$/);
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as PNG' }).click()]);
  assert.match(png.suggestedFilename(), /\.png$/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('playing on from an earlier position opens the analysis', async () => {
  const page = await open(browser);
  await begin(page, server, 'tic-tac-toe', () => choose(page, 'opponent', 'Two people here'));
  for (const [i, name] of ['a1', 'b2', 'c3'].entries()) {
    await page.locator(`.board .playable[data-name="${name}"]`).click();
    await ply(page, i + 1);
  }
  await page.locator('h2', { hasText: 'Moves' }).click();
  await page.keyboard.press('Home');
  await page.getByText('You are looking at an earlier position').waitFor();
  await page.locator('.board .playable[data-name="b3"]').click();
  await page.waitForURL(/#\/a\?game=tic-tac-toe.*moves=b3/);
  await page.locator('.moves.text .move').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a position is set up, refused, mended and played', async () => {
  const page = await open(browser);
  await page.goto(`${server.url}#/edit?game=connect-four`);
  await page.getByText('The board is empty.').waitFor();
  await site(page, 'd2').click();
  await page.getByText('hangs in the air').waitFor();
  await page.locator('.button.disabled', { hasText: 'Play from here' }).waitFor();
  await page.locator('.swatch', { hasText: 'yellow' }).click();
  await site(page, 'd1').click();
  await page.getByText('This position can be played.').waitFor();
  assert.match(await page.getByLabel('Position as text').inputValue(), /x/);
  await page.getByRole('link', { name: 'Play from here' }).click();
  await choose(page, 'opponent', 'Two people here');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.status[data-ply]').waitFor();
  assert.equal(await page.locator('.board .piece').count(), 2);
  // A position can be given as text, too.
  await page.goto(`${server.url}#/edit?game=tic-tac-toe`);
  await page.getByLabel('Position as text').fill('xo./.x./... o');
  await page.getByRole('button', { name: 'Read' }).click();
  await page.locator('.board [aria-label^="b2: X"]').waitFor();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.locator('.table.analysis .board').waitFor();
  await page.context().close();
});

test('the page goes on by itself when the server is killed and comes back', async () => {
  const page = await open(browser);
  const own = await Server.start();
  await begin(page, own, 'hex:size=5', () => choose(page, 'level-1', 'Beginner'));
  await myTurn(page);
  await clickMove(page);
  await ply(page, 2);
  const { port, home } = own;
  await own.kill();
  await page.getByText('Reconnecting…').first().waitFor();
  // A move made now is kept and sent when the server is back.
  await page.locator('.board .playable').nth(3).click();
  const next = await Server.start({ port, home });
  await page.waitForFunction(() => !document.querySelector('.offline'));
  await page.waitForFunction(() => Number(document.querySelector('.status[data-ply]').dataset.ply) >= 4);
  assert.ok(await myTurn(page));
  await clickMove(page);
  const odd = page.complaints.filter((text) => !/ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|Failed to load resource|network error/i.test(text));
  assert.deepEqual(odd, []);
  await page.context().close();
  await next.stop();
});

test('unfinished games are offered at home', async () => {
  const page = await open(browser);
  const id = await begin(page, server, 'hex:size=5', () => choose(page, 'opponent', 'Two people here'));
  await page.goto(`${server.url}#/`);
  await page.locator(`a[href="#/m/${id}"]`).click();
  await page.locator('.status[data-ply]').waitFor();
  await page.goto(`${server.url}#/m/nosuchgame`);
  await page.getByText('There is no game with this address').waitFor();
  await page.context().close();
});
