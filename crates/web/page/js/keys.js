// Keys: who gets them, and the list of them.
import { closeDialog, nextTheme, openDialog, refresh, shell } from './app.js';
import { html } from './html.js';
import { prefer, preferences } from './store.js';
import { t } from './texts.js';

/** @typedef {import('./app.js').Room} Room */

/** @type {{title:import('./texts.js').Key, keys:[string[], import('./texts.js').Key][]}[]} */
const LIST = [
  {
    title: 'keys.board',
    keys: [
      [['←', '↑', '→', '↓'], 'keys.arrows'],
      [['Enter'], 'keys.enter'],
      [['Esc'], 'keys.escape'],
      [['[', ']'], 'keys.navigate_board'],
      [[',', '.'], 'keys.pieces'],
      [['r', 'f'], 'keys.turn'],
    ],
  },
  {
    title: 'keys.moves',
    keys: [
      [['←', '→'], 'keys.navigate'],
      [['Home', 'End'], 'keys.ends'],
      [['/'], 'keys.type'],
      [['u'], 'keys.undo'],
      [['r'], 'keys.redo'],
      [['h'], 'keys.hint'],
      [['e'], 'keys.engine'],
      [['#'], 'keys.names'],
      [['a'], 'keys.analyse'],
      [['f'], 'keys.flip'],
      [['p', '.'], 'keys.pace'],
      [['n'], 'keys.new'],
    ],
  },
  {
    title: 'keys.robots',
    keys: [
      [['←', '↑', '→', '↓'], 'keys.robots.steer'],
      [['w', 'a', 's', 'd'], 'keys.robots.steer_next'],
      [['p'], 'keys.robots.run'],
      [['.'], 'keys.robots.step'],
      [['+', '-'], 'keys.robots.pace'],
    ],
  },
  {
    title: 'keys.everywhere',
    keys: [
      [['b'], 'keys.focus'],
      [['t'], 'keys.theme'],
      [['?'], 'keys.help'],
    ],
  },
];

export function openKeys() {
  openDialog(
    t('keys.title'),
    () => html`<div class="keys">
      ${LIST.map(
        ({ title, keys }) => html`<section><h3>${t(title)}</h3>
          <dl>${keys.map(([names, text]) => html`<div><dt>${names.map((name) => html`<kbd>${name}</kbd>`)}</dt><dd>${t(text)}</dd></div>`)}</dl></section>`,
      )}
      <label class="check"><input type="checkbox" .checked=${preferences().shortcuts}
        @change=${(/** @type {Event} */ event) => {
          prefer({ shortcuts: /** @type {HTMLInputElement} */ (event.target).checked });
          refresh();
        }}><span>${t('keys.single')}</span></label>
    </div>`,
  );
}

/** @param {() => Room|null} room */
export function listen(room) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      if (shell.dialog) closeDialog();
      else room()?.keys?.().Escape?.();
      return;
    }
    if (shell.dialog) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return;
    const named = event.key.length > 1;
    if (!named && !preferences().shortcuts) return;
    // Arrow keys belong to lists of choices and to what scrolls by itself.
    if (named && target?.closest('input, [role=slider]')) return;
    const everywhere = { '?': openKeys, t: nextTheme, b: focusBoard };
    /** @type {Record<string, () => void>} */
    const deeds = { ...everywhere, ...room()?.keys?.() };
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

export function focusBoard() {
  /** @type {SVGElement|HTMLElement|null} */
  const target = document.querySelector('.board [tabindex="0"]') ?? document.querySelector('main');
  target?.focus();
}
