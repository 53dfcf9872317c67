// A henge server and a browser for the tests.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The program to be tested: `HENGE`, or the newest build in this checkout. */
const HENGE =
  process.env.HENGE ?? ['target/debug/henge', 'target/release/henge'].map((path) => join(ROOT, path)).find(existsSync);
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const SHOTS = resolve(process.env.SCREENSHOTS ?? join(ROOT, 'tests/browser/screenshots'));

export class Server {
  /** @param {{home?:string, port?:number}} [options] */
  static async start({ home = mkdtempSync(join(tmpdir(), 'henge-test-')), port = 0 } = {}) {
    if (!HENGE) throw new Error('no henge program: set HENGE to its path');
    const server = new Server();
    server.home = home;
    server.child = spawn(HENGE, ['serve', '--port', String(port)], {
      env: { ...process.env, HENGE_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    server.url = await new Promise((done, failed) => {
      const listen = (chunk) => {
        said += chunk;
        const url = /http:\/\/[^\s/]+\//.exec(said);
        if (url) done(url[0]);
      };
      server.child.stdout.on('data', listen);
      server.child.stderr.on('data', listen);
      server.child.on('exit', (code) => failed(new Error(`henge serve ended with ${code}: ${said}`)));
      setTimeout(() => failed(new Error(`henge serve said no address: ${said}`)), 20_000).unref();
    });
    return server;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** As a power cut would. */
  async kill() {
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await gone;
  }

  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill();
    rmSync(this.home, { recursive: true, force: true });
  }

  async api(method, path, body, token) {
    const reply = await fetch(`${this.url}api/v1${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const answer = await reply.json();
    if (!reply.ok) throw Object.assign(new Error(`${method} ${path}: ${JSON.stringify(answer)}`), { status: reply.status });
    return answer;
  }
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });

/** A window whose complaints are collected in `page.complaints`. */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(1000 * Number(process.env.PATIENCE ?? 40));
  page.complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(`${error.message}\n${error.stack}`));
  return page;
}

/** The newest position on the page: number of moves, and whether the game goes on. */
export async function status(page) {
  return page.locator('.status[data-ply]').evaluate((element) => ({
    ply: Number(element.dataset.ply),
    turn: element.dataset.turn,
    text: element.textContent.trim(),
  }));
}

/** Waits until the person may move or the game is over. */
export async function myTurn(page) {
  await page.waitForFunction(
    () => document.querySelector('.status[data-turn="over"]') || document.querySelector('.board-box .playable, .choice button'),
  );
  return (await status(page)).turn !== 'over';
}

/** What a click on the board can change, as text. */
const touched = () =>
  [
    document.querySelector('.status[data-ply]').dataset.ply,
    ...[...document.querySelectorAll('.board-box .playable')].map((site) => site.getAttribute('data-site')),
    document.querySelectorAll('.board-box .chosen').length,
    document.querySelectorAll('.choice button').length,
  ].join();

/** The moves to choose from beside the board; the way back is none of them. */
const choices = (page) => page.locator('.choice button', { hasNotText: 'Take the step back' });

/** Makes one move by clicks: the first site that can be touched, then the next, until the move is made. */
export async function clickMove(page, pick = (sites) => sites[0]) {
  const before = (await status(page)).ply;
  for (let clicks = 0; clicks < 8; clicks++) {
    const sites = await page.locator('.board-box .playable').evaluateAll((all) => all.map((site) => site.getAttribute('data-site')));
    if (sites.length === 0) {
      // Nothing on the board can be moved: there is a button to say so.
      const choice = choices(page).first();
      if (await choice.count()) await choice.click();
      await page.waitForFunction((ply) => Number(document.querySelector('.status[data-ply]').dataset.ply) !== ply, before);
      return;
    }
    const was = await page.evaluate(touched);
    await page.locator(`.board-box [data-site="${pick(sites)}"]`).click();
    await page.waitForFunction(`(${touched})() !== ${JSON.stringify(was)}`, undefined, { polling: 20 });
    if ((await status(page)).ply !== before) return;
    const choice = choices(page);
    if ((await choice.count()) > 0) await choice.first().click();
  }
}

/** Opens the form of a game and starts it as it stands, after `set` has changed something. */
export async function begin(page, server, game, set = async () => {}) {
  await page.goto(`${server.url}#/new/${game}`);
  await page.getByRole('button', { name: 'Start the game' }).waitFor();
  await set(page);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.status[data-ply]').waitFor();
  return page.url().split('/m/')[1];
}

/** Chooses a radio button by its words. */
export async function choose(page, group, name) {
  await page.locator(`input[name="${group}"]`).and(page.getByLabel(name, { exact: false })).first().check({ force: true });
}

/** The server and the browser of a file of tests, once it has asked for them.
 * @type {Server} */
export let server;
export let browser;

/** Starts a server and a browser before the tests of a file, and ends them after. */
export function house() {
  before(async () => {
    server = await Server.start();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}
