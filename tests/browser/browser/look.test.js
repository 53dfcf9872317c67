// Every kind of page, light and dark: nothing for axe-core to find, nothing that the content policy
// stops, nothing wider than the screen; and pictures of it all for people to look at.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SHOTS, Server, launch, open } from './henge.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Server} */
let server;
let browser;
/** @type {{name:string, hash:string, seat?:[string, object], ready:string, act?:(page:any) => Promise<void>}[]} */
const pages = [];

/** A match under way, so that its page has something to show. */
async function match(game, moves, more = {}) {
  const [last] = moves.slice(-1);
  const ply = moves.length - 1;
  const { state, tokens } = await server.api('POST', '/matches', { game, seats: [{ kind: 'human' }, { kind: 'human' }], moves: moves.slice(0, -1), ...more });
  await server.api('POST', `/matches/${state.id}/moves`, { move: last, ply }, tokens[state.turn.player]);
  return { hash: `#/m/${state.id}`, seat: [`henge.seat.${state.id}`, tokens] };
}

before(async () => {
  server = await Server.start();
  browser = await launch();
  mkdirSync(SHOTS, { recursive: true });
  const clock = { clock: { seconds: 300, increment: 3 } };
  pages.push(
    { name: 'play-hex', ...(await match('hex', 'f6 e7 f7 g3 h3 g4 h4'.split(' '))), ready: '.board .piece' },
    { name: 'play-go-moku', ...(await match('go-moku', 'h8 i8 h9 i9 h10 h7'.split(' '), clock)), ready: '.board .piece' },
    { name: 'play-connect-four', ...(await match('connect-four', '4 4 3 5 5 4'.split(' '))), ready: '.board .piece' },
    {
      name: 'play-stonehenge',
      ...(await match('stonehenge', '6:6 11:5 0:4 17:6 1:5'.split(' '))),
      ready: '.board .piece',
      act: (page) => page.locator('.board .playable').first().click(),
    },
    {
      name: 'play-pentominoes',
      ...(await match('pentominoes', 'T1@9 W1@38'.split(' '))),
      ready: '.tray .slot',
      act: async (page) => {
        await page.locator('.slot[aria-label="Piece U"]').click();
        await page.locator('.board [data-name="27"]').hover();
        await page.locator('.board .laid').waitFor();
      },
    },
    { name: 'play-qubic', ...(await match('qubic', 'a1/1 b2/2 c3/3'.split(' '))), ready: '.board .site' },
    { name: 'play-over', ...(await match('tic-tac-toe', 'a1 a2 b2 a3 c3'.split(' '))), ready: '.board .halo' },
    { name: 'play-evaluation', ...(await match('connect-four', '4 4 3'.split(' '))), ready: '.board .piece', act: async (page) => {
      await page.keyboard.press('e');
      await page.locator('.eval-text').waitFor();
      await page.keyboard.press('e');
      await page.keyboard.press('e');
    } },
    { name: 'home', hash: '#/', ready: '.card .board' },
    { name: 'new-hex', hash: '#/new/hex', ready: '.new-picture' },
    { name: 'new-stonehenge', hash: '#/new/stonehenge', ready: '.new-picture' },
    { name: 'analysis-hex', hash: '#/a?game=hex:size=7&moves=d4,c5,d5,e2,f2,e3,f3,e4,f4,f1', ready: '.lines .score' },
    {
      name: 'analysis-promise',
      hash: '#/a?game=hex:size=5&moves=c3,b4',
      ready: '.board .site',
      act: async (page) => {
        await page.locator('.segment', { hasText: 'Promise' }).click();
        await page.locator('.overlay path').first().waitFor();
      },
    },
    { name: 'analysis-stonehenge', hash: '#/a?game=stonehenge&moves=6:6,11:5,0:4,17:6', ready: '.lines .score' },
    {
      name: 'analysis-pentominoes',
      hash: '#/a?game=pentominoes&moves=T1@9,W1@38,P1@28',
      ready: '.board .proposed',
      act: async (page) => {
        await page.keyboard.press('#');
        await page.locator('.board .name').first().waitFor();
        await page.keyboard.press('#');
        await page.keyboard.press('#');
      },
    },
    { name: 'editor', hash: '#/edit?game=hex:size=7', ready: '.palette, .message' },
    {
      name: 'learned',
      hash: '#/new/pentominoes',
      ready: '.new-picture',
      act: async (page) => {
        await page.getByRole('button', { name: 'What kuttner1972 has learned' }).click();
        await page.waitForFunction(() => document.querySelector('.learned img')?.naturalWidth > 500);
      },
    },
    { name: 'new-backgammon', hash: '#/new/backgammon', ready: '.new-picture' },
    { name: 'analysis-backgammon', hash: '#/a?game=backgammon&moves=31', ready: '.die' },
    {
      name: 'tutor',
      hash: '#/talk/gammon',
      ready: '.board .piece',
      act: async (page) => {
        await page.getByRole('button', { name: 'go on' }).click();
        await page.locator('.talk-log .said').first().waitFor();
      },
    },
    {
      name: 'robots',
      hash: '#/robots',
      ready: '.world-card .land',
      act: async (page) => {
        await page.getByLabel('Scenario').fill('name = "x"\nsize = [4]\n');
        await page.locator('.scenario-fault').waitFor();
      },
    },
    {
      name: 'robots-world',
      hash: `#/robots/${(await server.api('POST', '/robots', { scenario: 'catch' })).id}`,
      ready: '.land .robot',
      act: async (page) => {
        await page.getByRole('button', { name: 'One round' }).click();
        await page.getByRole('button', { name: 'One round' }).click();
        await page.locator('.land .way').first().waitFor({ state: 'attached' });
      },
    },
    { name: 'robots-steered', hash: `#/robots/${(await server.api('POST', '/robots', { scenario: 'clients' })).id}`, ready: '.pad' },
    { name: 'own', hash: '#/own', ready: '.new-picture .board' },
    {
      name: 'own-fault',
      hash: '#/own',
      ready: '#own-text',
      act: async (page) => {
        await page.locator('#own-text').fill('name = "x"\nboard = { grid = [3, 3] }\n[[win]]\nlins = 3\n');
        await page.locator('.scenario-fault u').waitFor();
      },
    },
    { name: 'openings', hash: '#/a?game=connect-four&moves=4', ready: '.openings td' },
    { name: 'runs', hash: '#/runs', ready: '.runs' },
    { name: 'games', hash: '#/games', ready: '.saved' },
    { name: 'nowhere', hash: '#/m/nothing', ready: '.message' },
    { name: 'keys', hash: '#/', ready: '.card', act: (page) => page.keyboard.press('?') },
    {
      name: 'share',
      hash: '#/a?game=tic-tac-toe&moves=a1,b2',
      ready: '.board .site',
      act: async (page) => {
        await page.getByRole('button', { name: 'Share' }).click();
        await page.waitForFunction(() => document.querySelector('#share-record')?.value);
      },
    },
  );
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [scheme, width, height] of /** @type {const} */ ([
  ['light', 1440, 900],
  ['dark', 390, 844],
  ['light', 390, 844],
  ['dark', 1440, 900],
])) {
  test(`${scheme} at ${width}×${height}`, async (t) => {
    // Two of the four are enough for axe: each page in light and in dark.
    const checked = (scheme === 'light') === (width === 1440);
    const page = await open(browser, { viewport: { width, height }, colorScheme: scheme, bypassCSP: false });
    await page.goto(server.url);
    for (const { name, hash, seat, ready, act } of pages) {
      await t.test(name, async () => {
        page.complaints.length = 0;
        if (seat) await page.evaluate(([key, tokens]) => localStorage.setItem(key, JSON.stringify(tokens)), seat);
        await page.goto(server.url + hash);
        await page.locator(ready).first().waitFor();
        await act?.(page);
        await page.evaluate(() => Promise.all([...document.images].map((image) => image.complete || new Promise((done) => (image.onload = image.onerror = done)))));
        await page.screenshot({ path: join(SHOTS, `${name}-${width}-${scheme}.png`), fullPage: width < 500 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
        const unexpected = page.complaints.filter((text) => !(name === 'nowhere' && /404/.test(text)));
        assert.deepEqual(unexpected, []);
        if (!checked) return;
        // The debugger's evaluation is not held by the page's content policy.
        const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`);
        const told = found.violations.map((each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`);
        assert.deepEqual(told, []);
      });
    }
    await page.context().close();
  });
}
