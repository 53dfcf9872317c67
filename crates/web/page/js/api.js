// Talking to the server: plain calls, streams read by fetch, and a watch that survives its death.
import { fallsOf, handOf } from './board/shapes.js';

/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').GameEntry} GameEntry */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Player} Player */
/** @typedef {import('./types.js').MatchEntry} MatchEntry */

const ROOT = 'api/v1';

/** What the server refused, or `offline` when it did not answer. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @typedef {{body?:unknown, token?:string|null, signal?:AbortSignal, accept?:string}} Options
 */

/**
 * Asks the server. When it has too much to do, it says when to come again, and we do.
 * @param {string} method @param {string} path @param {Options} options @returns {Promise<Response>}
 */
async function send(method, path, options) {
  for (let tries = 0; ; tries++) {
    const reply = await ask(method, path, options);
    if (reply.ok) return reply;
    if (reply.status !== 429 || tries >= 4) throw await refusal(reply);
    const pause = Math.min(10, Number(reply.headers.get('retry-after')) || 1);
    await new Promise((done) => setTimeout(done, 1000 * pause));
    options.signal?.throwIfAborted();
  }
}

/** @param {string} method @param {string} path @param {Options} options @returns {Promise<Response>} */
async function ask(method, path, { body, token, signal, accept = 'application/json' }) {
  /** @type {Record<string,string>} */
  const headers = { accept };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    return await fetch(ROOT + path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'offline', 'the server does not answer');
  }
}

/** What the server said no with. @param {Response} reply */
async function refusal(reply) {
  const text = await reply.text().catch(() => '');
  let fault = null;
  try {
    fault = JSON.parse(text).error;
  } catch {
    // Not the server's own words.
  }
  return new ApiError(reply.status, fault?.code ?? 'failed', fault?.message ?? `${reply.status} ${reply.statusText}`);
}

/** @param {string} method @param {string} path @param {Options} [options] @returns {Promise<any>} */
async function call(method, path, options = {}) {
  const reply = await send(method, path, options);
  try {
    return await reply.json();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, 'offline', 'the answer broke off');
  }
}

/**
 * The events of a stream, one after the other; ends when the stream does.
 * @param {string} method @param {string} path @param {Options} [options]
 * @returns {AsyncGenerator<{event:string, data:any}>}
 */
export async function* stream(method, path, options = {}) {
  const reply = await send(method, path, { ...options, accept: 'text/event-stream' });
  if (!reply.body) return;
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Takes pieces of a `text/event-stream` and gives whole events. */
export class EventParser {
  rest = '';
  event = 'message';
  /** @type {string[]} */
  data = [];

  /** @param {string} text @returns {{event:string, data:any}[]} */
  push(text) {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    const events = [];
    for (const line of lines) {
      if (line === '') {
        if (this.data.length > 0) events.push({ event: this.event, data: JSON.parse(this.data.join('\n')) });
        this.event = 'message';
        this.data = [];
      } else if (!line.startsWith(':')) {
        const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'event') this.event = value;
        if (field === 'data') this.data.push(value);
      }
    }
    return events;
  }
}

/** How long to wait before the n-th new try, in milliseconds. @param {number} n */
export function backoff(n) {
  return Math.min(4000, 250 * 2 ** n);
}

/**
 * @template S
 * @typedef {{state:(state:S)=>void, connected:(yes:boolean, why?:string)=>void, gone:(error:ApiError)=>void}} Told
 */

/** Follows a match. @param {string} id @param {Told<State>} tell @returns {() => void} stops it */
export const watch = (id, tell) => follow(`${matchPath(id)}/events`, tell);

/**
 * Follows what changes by itself. Lost connections are made again, for ever, with growing pauses.
 * @param {string} path @param {Told<any>} tell @returns {() => void} stops it
 */
function follow(path, tell) {
  const stop = new AbortController();
  let failures = 0;
  /** @type {(() => void)|null} */
  let wake = null;
  const hurry = () => wake?.();
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  (async () => {
    while (!stop.signal.aborted) {
      // Why the server does not want to, in its own words.
      let why = '';
      try {
        for await (const { event, data } of stream('GET', path, { signal: stop.signal })) {
          if (failures > 0) tell.connected(true);
          failures = 0;
          if (event === 'state') tell.state(data);
        }
      } catch (error) {
        if (stop.signal.aborted) break;
        if (error instanceof ApiError && (error.status === 404 || error.status === 403 || error.status === 400)) {
          tell.gone(error);
          break;
        }
        if (error instanceof ApiError && error.status === 429) why = error.message;
      }
      if (stop.signal.aborted) break;
      if (failures === 0 || why) tell.connected(false, why);
      const pause = backoff(failures++);
      await new Promise((done) => {
        const timer = setTimeout(done, pause);
        wake = () => {
          clearTimeout(timer);
          done(undefined);
        };
      });
      wake = null;
    }
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
  })();
  return () => {
    stop.abort();
    wake?.();
  };
}

/** Boards do not change, so a game is asked for once. @type {Map<string, Promise<Game>>} */
const games = new Map();

/** @param {string} name @returns {Promise<Game>} */
export function game(name) {
  let found = games.get(name);
  if (!found) {
    found = call('GET', `/games/${encodeURIComponent(name)}`).then(ready);
    games.set(name, found);
    found.catch(() => games.delete(name));
  }
  return found;
}

/** What the page finds out by itself about a board. @param {Game} game */
function ready(game) {
  game.board.hand = handOf(game.board, game.start);
  game.board.falls = fallsOf(game.board, game.start);
  if (game.turned) game.turned.hand = null;
  return game;
}

/**
 * A game of one's own: checked, and kept if so wanted.
 * @param {string} toml @param {boolean} keep
 * @returns {Promise<{about?:Game, fault?:import('./parts/toml.js').TomlFault, doubts?:string[]}>}
 */
export async function ownGame(toml, keep) {
  const found = await call('POST', '/games/own', { body: { toml, keep } });
  if (found.about) ready(found.about);
  return found;
}

/** @returns {Promise<GameEntry[]>} */
export const gameList = async () => (await call('GET', '/games')).games;

/**
 * The address of a picture.
 * @param {{game:string, moves?:string[], setup?:string|null, theme?:string, width?:number}} of
 */
export function picture({ game: name, moves, setup, theme, width }) {
  const query = new URLSearchParams({ game: name });
  if (moves?.length) query.set('moves', moves.join(' '));
  if (setup) query.set('position', setup);
  if (theme) query.set('theme', theme);
  if (width) query.set('width', String(width));
  return `${ROOT}/picture?${query}`;
}

/** The address of the picture of what a bot has learned. @param {string} name @param {string} bot @param {string} theme */
export const learnedPicture = (name, bot, theme) => `${ROOT}/games/${encodeURIComponent(name)}/bots/${encodeURIComponent(bot)}/learned.svg?theme=${theme}`;

/** @typedef {{game:string, setup?:string|null, moves:string[]}} Place */

/** @type {Map<string, Promise<View>>} */
const views = new Map();

/** The position after these moves; the newest few hundred are remembered. @param {Place} place @returns {Promise<View>} */
export function explore(place) {
  const key = JSON.stringify([place.game, place.setup ?? null, place.moves]);
  let found = views.get(key);
  if (!found) {
    found = call('POST', '/explore', { body: trim(place) });
    views.set(key, found);
    found.catch(() => views.delete(key));
    if (views.size > 400) views.delete(/** @type {string} */ (views.keys().next().value));
  }
  return found;
}

/** How the game writes a move that somebody has typed in a notation of their own. @param {Place} place @param {string} text @returns {Promise<string>} */
export async function readMove(place, text) {
  const { moves } = await explore({ ...place, moves: [...place.moves, text] });
  return moves[place.moves.length].text;
}

/** Leaves out what is not there. @template {object} T @param {T} object @returns {T} */
function trim(object) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined)));
}

/** @param {{game:string, pieces:{site:number,kind:number,count:number}[], player:Player}} body @param {AbortSignal} [signal] @returns {Promise<View>} */
export const compose = (body, signal) => call('POST', '/compose', { body, signal });
/** @param {Place & {bot?:string, lines?:number, time_ms?:number}} body @param {AbortSignal} signal */
export const analyse = (body, signal) => stream('POST', '/analyse', { body: trim(body), signal });
/** @param {Place & {time_ms?:number}} body @param {AbortSignal} signal */
export const review = (body, signal) => stream('POST', '/review', { body: trim(body), signal });
/** What a tutor says of a move; nothing if it may be made. @param {Place & {next:string, percent:number}} body @returns {Promise<{sentences:string[], better?:string, loss:number}>} */
export const warn = (body) => call('POST', '/warn', { body: trim(body) });
/** @param {Place} body @returns {Promise<import('./types.js').Overlay>} */
export const overlay = (body) => call('POST', '/overlay', { body: trim(body) });
/** How saved games went on, and the book. @param {Place} body @returns {Promise<{moves:import('./types.js').Opening[], counts:boolean}>} */
export const openings = (body) => call('POST', '/openings', { body: trim(body) });
/** @param {string} text @returns {Promise<import('./types.js').GameRecord[]>} */
export const readRecords = async (text) => (await call('POST', '/records/read', { body: { text } })).records;
/** @param {{game:string, setup?:string|null, moves:unknown[], tags?:Record<string,string>, form?:string}} body @returns {Promise<string>} */
export const writeRecord = async (body) => (await call('POST', '/records/write', { body: trim(body) })).text;

/** Who can be talked to. @returns {Promise<import('./types.js').Talk[]>} */
export const conversations = async () => (await call('GET', '/conversations')).conversations;
/** @param {{name:string, way:string, seed:number, lines:string[]}} body @returns {Promise<import('./types.js').Conversation>} */
export const converse = (body) => call('POST', '/conversations', { body });

/** The historic programs. @returns {Promise<import('./types.js').Exhibit[]>} */
export const museum = async () => (await call('GET', '/museum')).exhibits;
/** The games of which there are problems. @returns {Promise<import('./types.js').ProblemSet[]>} */
export const problems = async () => (await call('GET', '/problems')).sets;
/** @param {string} game @param {import('./types.js').Attempt[]} attempts @returns {Promise<import('./types.js').ProblemQuestion>} */
export const nextProblem = (game, attempts) => call('POST', '/problems/next', { body: { game, attempts } });
/** @param {string} game @param {string} problem @param {string} [move] @returns {Promise<import('./types.js').ProblemAnswer>} */
export const answerProblem = (game, problem, move) => call('POST', '/problems/answer', { body: { game, problem, move } });
/** Runs of learning on this machine, the newest first. @returns {Promise<import('./types.js').Run[]>} */
export const runs = async () => (await call('GET', '/runs')).runs;

/** @param {unknown} body @returns {Promise<{state:State, tokens:{first?:string, second?:string}}>} */
export const newMatch = (body) => call('POST', '/matches', { body });
/** @param {string} id */
const matchPath = (id) => `/matches/${encodeURIComponent(id)}`;
/** @param {string} id @param {string} name @returns {Promise<{state:State, player:Player, token:string}>} */
export const join = (id, name) => call('POST', `${matchPath(id)}/join`, { body: name ? { name } : {} });
/** @param {string} id @returns {Promise<State>} */
export const match = (id) => call('GET', matchPath(id));
/** @param {string} id @param {string} move @param {number} ply @param {string|undefined} token @returns {Promise<State>} */
export const play = (id, move, ply, token) => call('POST', `${matchPath(id)}/moves`, { body: { move, ply }, token });
/** @param {string} id @param {string} action @param {string|undefined} token @returns {Promise<State>} */
export const act = (id, action, token) => call('POST', `${matchPath(id)}/actions`, { body: { action }, token });
/** @param {string} id @param {string|undefined} token @param {AbortSignal} signal */
export const hint = (id, token, signal) => stream('POST', `${matchPath(id)}/hint`, { body: {}, token, signal });
/** Saved games, those that changed last first. @param {{words?:string, open?:boolean, over?:boolean, begun?:boolean, skip?:number, most?:number}} wanted @returns {Promise<{matches:MatchEntry[], total:number}>} */
export const matches = (wanted) => call('GET', `/matches?${new URLSearchParams(Object.entries(wanted).map(([key, value]) => [key, String(value)]))}`);
/** Those that were begun and are not over. */
export const openMatches = async () => (await matches({ open: true, begun: true, most: 24 })).matches;
/** How people have done against bots here. @returns {Promise<import('./types.js').Tally[]>} */
export const tallies = async () => (await call('GET', '/matches/tallies')).tallies;
/** @param {string} id */
export const deleteMatch = (id) => send('DELETE', matchPath(id), {});
/** @param {string} id */
export const matchRecord = (id) => text('GET', `${matchPath(id)}/record`);
/** The same game with the sides changed. @param {string} id @param {{clock?:unknown}} body @param {string|undefined} token @returns {Promise<State>} */
export const rematch = (id, body, token) => call('POST', `${matchPath(id)}/rematch`, { body, token });
/** Where the server can be reached from. @returns {Promise<{private:boolean, hosts:string[]}>} */
export const reach = () => call('GET', '/reach');

/** @typedef {import('./types.js').RobotGround} RobotGround */
/** @typedef {import('./types.js').RobotState} RobotState */
/** @typedef {import('./types.js').RobotWorld} RobotWorld */
/** @typedef {import('./types.js').RobotReplay} RobotReplay */

/** @param {string} method @param {string} path @param {Options} [options] */
const text = async (method, path, options = {}) => (await send(method, path, { accept: '*/*', ...options })).text();
/** @param {string} id */
const robotPath = (id) => `/robots/${encodeURIComponent(id)}`;
/** @returns {Promise<{slug:string, toml:string, ground:RobotGround}[]>} */
export const robotScenarios = async () => (await call('GET', '/robots/scenarios')).scenarios;
/** @param {string} toml @returns {Promise<{ground?:RobotGround, fault?:import('./parts/toml.js').TomlFault}>} */
export const checkRobots = (toml) => call('POST', '/robots/check', { body: { toml } });
/** @param {{toml:string, seed:number}} body @returns {Promise<RobotWorld>} */
export const newRobotWorld = (body) => call('POST', '/robots', { body });
/** @param {string} id @returns {Promise<RobotWorld>} */
export const robotWorld = (id) => call('GET', robotPath(id));
/** Follows a world of robots. @param {string} id @param {Told<RobotState>} tell @returns {() => void} stops it */
export const watchRobots = (id, tell) => follow(`${robotPath(id)}/events`, tell);
/** @param {string} id @param {unknown} body @returns {Promise<RobotState>} */
export const actRobots = (id, body) => call('POST', `${robotPath(id)}/actions`, { body });
/** @param {string} id */
export const robotRecording = (id) => text('GET', `${robotPath(id)}/recording`);
/** @param {string} id */
export const robotPicture = (id) => text('GET', `${robotPath(id)}/picture.svg`);
/** @param {string} recording @returns {Promise<RobotReplay>} */
export const replayRobots = (recording) => call('POST', '/robots/replay', { body: { text: recording } });
/** @param {string} recording */
export const animateRobots = (recording) => text('POST', '/robots/animate', { body: { text: recording } });
