// Every game that the program knows is played to its end by clicks, against a bot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, browser, choose, clickMove, house, myTurn, open, server, status } from './henge.js';

house();

/** A small board of the game, so that the game is short. */
async function small(game) {
  const size = game.params.find((param) => param.key === 'size');
  if (!size) return game.slug;
  const name = `${game.slug}:size=${size.values.kind === 'int' ? Math.max(5, size.values.min ?? 5) : 5}`;
  return server.api('GET', `/games/${encodeURIComponent(name)}`).then(
    () => name,
    () => game.slug,
  );
}

test('every game from its first move to its end', async (t) => {
  const { games } = await server.api('GET', '/games');
  assert.ok(games.length > 5);
  for (const game of games) {
    await t.test(game.title, async () => {
      const page = await open(browser);
      await begin(page, server, await small(game), async () => choose(page, 'level-1', 'Beginner'));
      let reloaded = false;
      let endless = false;
      while (await myTurn(page)) {
        const { ply } = await status(page);
        // Some rules let kings walk about for ever.
        endless = ply >= 150;
        if (endless) break;
        if (ply >= 2 && !reloaded) {
          reloaded = true;
          await page.reload();
          await myTurn(page);
          assert.equal((await status(page)).ply, ply, 'a reload loses nothing');
          continue;
        }
        await clickMove(page);
      }
      const { text, ply } = await status(page);
      if (!endless) assert.match(text, /You (won|lost)|draw/i);
      assert.ok(ply >= 2);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });
  }
});
