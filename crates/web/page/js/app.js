// What all rooms share: drawing, announcements, dialogs, colours.
import { preferences, prefer } from './store.js';
import { t } from './texts.js';

/** @typedef {import('./html.js').Template} Template */
/**
 * A room of the page. `keys` maps single keys to deeds.
 * @typedef {object} Room
 * @property {() => Template} view
 * @property {() => string} title
 * @property {() => void} [stop]
 * @property {(query: URLSearchParams) => boolean} [moved] the address changed inside the room; false if it cannot follow
 * @property {() => Record<string, () => void>} [keys]
 */

/** @type {() => void} */
let draw = () => {};
let waiting = false;

/** @param {() => void} how */
export function drawWith(how) {
  draw = how;
}

/** Draws the page soon, once, however often it is called. */
export function refresh() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}

/** @type {{toast:{text:string, kind:'plain'|'bad', id:number}|null, dialog:(() => Template)|null, dialogTitle:string, offline:boolean|string}} */
export const shell = { toast: null, dialog: null, dialogTitle: '', offline: false };

let toasts = 0;
/** A short message that goes away. @param {string} text @param {'plain'|'bad'} [kind] */
export function toast(text, kind = 'plain') {
  const id = ++toasts;
  shell.toast = { text, kind, id };
  say(text);
  refresh();
  setTimeout(() => {
    if (shell.toast?.id !== id) return;
    shell.toast = null;
    refresh();
  }, kind === 'bad' ? 7000 : 3000);
}

/** Tells what went wrong. @param {unknown} error */
export function fail(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const message = error instanceof Error ? error.message : String(error);
  const offline = error instanceof Error && 'code' in error && error.code === 'offline';
  toast(offline ? t('app.offline') : t('app.failed', { message }), 'bad');
}

/** Says something to screen readers. @param {string} text */
export function say(text) {
  const region = document.getElementById('live');
  if (!region) return;
  // The same words twice must be heard twice.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @type {Element|null} */
let before = null;

/** Opens a dialog. @param {string} title @param {() => Template} view */
export function openDialog(title, view) {
  before = document.activeElement;
  shell.dialog = view;
  shell.dialogTitle = title;
  refresh();
}

export function closeDialog() {
  if (!shell.dialog) return;
  shell.dialog = null;
  refresh();
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
}

/** @returns {'light'|'dark'} */
export function theme() {
  const chosen = preferences().theme;
  if (chosen !== 'auto') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme() {
  const chosen = preferences().theme;
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  refresh();
}

export function nextTheme() {
  const order = /** @type {const} */ (['auto', 'light', 'dark']);
  prefer({ theme: order[(order.indexOf(preferences().theme) + 1) % 3] });
  applyTheme();
  say(t('app.theme', { theme: t(`app.theme.${preferences().theme}`) }));
}

/** @param {string} hash */
export function go(hash) {
  location.hash = hash;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('app.copied'));
  } catch {
    // Without https the clipboard is closed; the old way still works there.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'offscreen';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    toast(t(done ? 'app.copied' : 'app.not_copied'), done ? 'plain' : 'bad');
  }
}
