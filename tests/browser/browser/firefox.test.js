// The main paths in a stock Firefox, driven over WebDriver BiDi: home, a new game, a move, the analysis.
// Without a Firefox these tests are skipped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ws } from 'playwright-core/lib/utilsBundle';
import { Server } from './henge.js';

const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));
const PATIENCE = 1000 * Number(process.env.PATIENCE ?? 30);

/** A Firefox with one window. */
class Firefox {
  waiting = new Map();
  /** Errors and warnings of the page. */
  complaints = [];
  sent = 0;

  static async start() {
    const firefox = new Firefox();
    firefox.profile = mkdtempSync(join(tmpdir(), 'henge-firefox-'));
    const words = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', firefox.profile, 'about:blank'];
    firefox.child = spawn(FIREFOX, words, { env: { ...process.env, HOME: firefox.profile }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    const address = await new Promise((done, failed) => {
      firefox.child.stderr.on('data', (chunk) => {
        said += chunk;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (found) done(found[1]);
      });
      firefox.child.on('exit', (code) => failed(new Error(`Firefox ended with ${code}: ${said}`)));
      setTimeout(() => failed(new Error(`Firefox said no address: ${said}`)), 4 * PATIENCE).unref();
    });
    firefox.socket = new ws(`${address}/session`);
    await new Promise((done, failed) => firefox.socket.on('open', done).on('error', failed));
    firefox.socket.on('message', (data) => firefox.hear(JSON.parse(data)));
    await firefox.send('session.new', { capabilities: {} });
    await firefox.send('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await firefox.send('browsingContext.getTree', {});
    firefox.context = contexts[0].context;
    await firefox.send('browsingContext.setViewport', { context: firefox.context, viewport: { width: 1280, height: 860 } });
    return firefox;
  }

  hear({ id, type, result, error, message, method, params }) {
    if (method === 'log.entryAdded' && params.level === 'error') this.complaints.push(params.text);
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    if (type === 'error') call?.failed(new Error(`${error}: ${message}`));
    else call?.done(result);
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  send(method, params) {
    const id = ++this.sent;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async stop() {
    await this.send('browser.close', {}).catch(() => {});
    this.socket.close();
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  open = (url) => this.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });

  /** What a function finds in the page, as JSON. */
  async find(look, ...given) {
    const { result, exceptionDetails } = await this.send('script.callFunction', {
      functionDeclaration: `async (...given) => JSON.stringify((await (${look})(...given.map((text) => JSON.parse(text)))) ?? null)`,
      arguments: given.map((value) => ({ type: 'string', value: JSON.stringify(value) })),
      target: { context: this.context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }

  /** Waits until a function finds something. */
  async until(look, ...given) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await this.find(look, ...given);
      if (found) return found;
      if (Date.now() > end) throw new Error(`never came: ${look}; ${this.complaints}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Clicks with the mouse in the middle of what a selector finds, once it is there. */
  async click(selector) {
    const [x, y] = await this.until((selector) => {
      const element = document.querySelector(selector);
      element?.scrollIntoView({ block: 'center' });
      const box = element?.getBoundingClientRect();
      return box && box.width > 0 ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null;
    }, selector);
    const actions = [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.send('input.performActions', { context: this.context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }
}

test('the main paths in Firefox', { skip: FIREFOX ? false : 'no Firefox is installed; set FIREFOX to its path' }, async (t) => {
  let server;
  /** @type {Firefox} */
  let firefox;
  before(async () => {
    server = await Server.start();
    firefox = await Firefox.start();
  });
  after(async () => {
    await firefox?.stop();
    await server?.stop();
  });

  await t.test('home shows all games', async () => {
    await firefox.open(server.url);
    // Boards are drawn one after the other.
    await firefox.until(() => {
      const cards = [...document.querySelectorAll('.card .board')].map((board) => board.closest('.card').querySelector('strong').textContent);
      return cards.length > 10 && cards.includes('Tic-Tac-Toe');
    });
  });

  await t.test('a new game, and a move that is answered', async () => {
    await firefox.open(`${server.url}#/new/tic-tac-toe`);
    await firefox.click('.new-right button.primary');
    await firefox.click('.board .playable[data-name="b2"]');
    await firefox.until(() => document.querySelector('.status[data-ply="2"]') && document.querySelectorAll('.board .site:not([aria-label*="empty"])').length === 2);
  });

  await t.test('the analysis board thinks, and follows a click', async () => {
    await firefox.open(`${server.url}#/a?game=connect-four&moves=4,4`);
    await firefox.until(() => document.querySelector('.lines .score')?.textContent.trim());
    await firefox.click('.board .playable');
    await firefox.until(() => /moves=4,4,\d/.test(location.hash) && document.querySelectorAll('.moves.text .move').length === 3);
  });

  await t.test('a game of one’s own is checked, kept and begun', async () => {
    await firefox.open(`${server.url}#/own`);
    await firefox.until(() => document.querySelector('.new-picture .board'));
    await firefox.click('.world-form button.primary');
    await firefox.until(() => location.hash.startsWith('#/new/own-') && document.querySelector('.new-picture .board'));
  });

  assert.deepEqual(firefox.complaints, []);
});
