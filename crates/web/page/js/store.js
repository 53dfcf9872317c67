// What the browser remembers: seats held, and how the person likes the page.

/** @typedef {import('./types.js').Player} Player */
/** @typedef {{first?:string, second?:string}} Tokens */

const SEAT = 'henge.seat.';
const PREFERENCES = 'henge.preferences';

/** Storage may be closed to us (private windows); then things are kept until the page goes. @type {Map<string,string>} */
const memory = new Map();

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in memory.
  }
}

/** @param {string|null} text @returns {any} */
function parse(text) {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The tokens of the seats this browser holds in a match. @param {string} id @returns {Tokens} */
export function seats(id) {
  const value = parse(read(SEAT + id));
  return value && typeof value === 'object' ? value : {};
}

/** @param {string} id @param {Tokens} tokens */
export function keepSeats(id, tokens) {
  write(SEAT + id, JSON.stringify({ ...seats(id), ...tokens }));
}

/** Matches this browser has a seat in. @returns {string[]} */
export function heldMatches() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(SEAT))
      .map((key) => key.slice(SEAT.length));
  } catch {
    return [];
  }
}

/** @param {string} id */
export function forgetSeats(id) {
  memory.delete(SEAT + id);
  try {
    localStorage.removeItem(SEAT + id);
  } catch {
    // Nothing was kept.
  }
}

/**
 * @typedef {{theme:'auto'|'light'|'dark', shortcuts:boolean, evaluation:boolean, names:boolean, robot_names:boolean, sound:boolean, pace:'slow'|'normal'|'fast', name:string,
 *   level:string, clock:string, side:'first'|'second'|'either', warn:number}} Preferences
 */
/** @type {Preferences} */
const DEFAULTS = {
  theme: 'auto',
  shortcuts: true,
  evaluation: false,
  names: false,
  robot_names: true,
  sound: true,
  pace: 'normal',
  name: '',
  level: '',
  clock: 'none',
  side: 'first',
  warn: 0,
};

/** @returns {Preferences} */
export function preferences() {
  return { ...DEFAULTS, ...parse(read(PREFERENCES)) };
}

/** @param {Partial<Preferences>} change */
export function prefer(change) {
  write(PREFERENCES, JSON.stringify({ ...preferences(), ...change }));
}

const RECIPE = 'henge.recipe.';

/** How a match was set up, so that it can be set up again. @param {string} id @param {unknown} recipe */
export function keepRecipe(id, recipe) {
  write(RECIPE + id, JSON.stringify(recipe));
}

/** @param {string} id @returns {any} */
export function recipe(id) {
  return parse(read(RECIPE + id));
}

const TALK = 'henge.talk.';

/** A conversation that was not finished. @param {string} name @returns {{way:string, seed:number, lines:string[]}|null} */
export const conversation = (name) => parse(read(TALK + name));

/** @param {string} name @param {{way:string, seed:number, lines:string[]}} said */
export const keepConversation = (name, said) => write(TALK + name, JSON.stringify(said));

const ATTEMPTS = 'henge.problems.';
/** More are not remembered. */
const MOST_ATTEMPTS = 500;

/** The tries at the problems of a game, the oldest first. @param {string} game @returns {import('./types.js').Attempt[]} */
export function attempts(game) {
  const kept = parse(read(ATTEMPTS + game));
  return Array.isArray(kept) ? kept : [];
}

/** @param {string} game @param {import('./types.js').Attempt} attempt */
export const keepAttempt = (game, attempt) => write(ATTEMPTS + game, JSON.stringify([...attempts(game), attempt].slice(-MOST_ATTEMPTS)));
