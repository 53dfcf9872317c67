// A game of one's own: a TOML file, checked while it is typed, drawn, and kept to be played and shared.
import * as api from '../api.js';
import { fail, go, refresh } from '../app.js';
import { still } from '../board/still.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { tomlFault } from '../parts/toml.js';
import { to } from '../router.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Game} Game */

/** How long the page waits after a key before it asks whether the file is right. */
const PAUSE = 400;
const FIRST = 'name = "Corners"\nrules = "Hold all four corners to win."\nboard = { grid = [4, 4] }\n\n[[win]]\ngroups = [["a1", "d1", "a4", "d4"]]\n\n[[win]]\nlines = 4\n';

/** The file as it was left, or opened elsewhere on the page. */
let draft = '';

/** Opens the room with this file. @param {string} toml */
export function openOwnGame(toml) {
  draft = toml;
  if (location.hash === to.own()) window.dispatchEvent(new HashChangeEvent('hashchange'));
  else go(to.own());
}

/** Does a file with this name or text hold rules, and no record? @param {string} name @param {string} text */
export const isOwnGame = (name, text) => /\.toml$/i.test(name) || (/^\s*board\s*(=|\.)|^\s*\[board\]/m.test(text) && /^\s*name\s*=/m.test(text));

export class OwnGame {
  /** @param {URLSearchParams} query */
  constructor(query) {
    this.toml = draft || FIRST;
    /** The game of the text, as long as the text is right. @type {Game|null} */
    this.game = null;
    /** @type {string[]} */
    this.doubts = [];
    /** @type {import('../parts/toml.js').TomlFault|null} */
    this.wrong = null;
    /** Why the server does not take games. */
    this.refused = '';
    this.busy = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.load(query.get('game'));
  }

  stop() {
    clearTimeout(this.timer);
  }

  title = () => t('own.title');

  /** @param {string|null} name a game whose file is to be changed */
  async load(name) {
    if (name) {
      try {
        this.toml = (await api.game(name)).toml ?? this.toml;
      } catch (error) {
        fail(error);
      }
    }
    await this.check();
  }

  /** @param {string} toml */
  set(toml) {
    draft = this.toml = toml;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.check, PAUSE);
  }

  check = async (keep = false) => {
    clearTimeout(this.timer);
    const { toml } = this;
    try {
      const { about, fault, doubts } = await api.ownGame(toml, keep);
      // Somebody may have typed on in the meantime.
      if (toml !== this.toml) return;
      this.refused = '';
      this.wrong = fault ?? null;
      this.doubts = doubts ?? [];
      if (about) this.game = about;
    } catch (error) {
      this.refused = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** @param {Event} event */
  keep = async (event) => {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    refresh();
    await this.check(true);
    this.busy = false;
    refresh();
    if (this.wrong || this.refused || !this.game) document.getElementById('own-text')?.focus();
    else go(to.newGame(this.game.name));
  };

  /** @param {Event} event */
  open = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    this.set(await file.text());
    await this.check();
  };

  view() {
    const { game, wrong, refused } = this;
    const right = game && !wrong && !refused;
    return html`<div class="robots-room">
      <div class="hero"><h1>${t('own.title')}</h1><p>${t('own.lead')}</p></div>
      <form class="world-form" @submit=${this.keep}>
        <div class="field"><label for="own-text">${t('own.file')}</label>
          <textarea id="own-text" rows="22" spellcheck="false" autocomplete="off" aria-describedby="own-help" aria-invalid=${wrong ? 'true' : 'false'} .value=${this.toml}
            @input=${(/** @type {Event} */ event) => this.set(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
          <span class="help" id="own-help">${t('own.help')}</span></div>
        <div class="stack">
          ${refused ? html`<p class="fault" role="alert">${refused}</p>` : tomlFault(this.toml, wrong)}
          ${right
            ? html`<h2>${game.title}</h2><div class="new-picture">${still(game.board, game.start.scene, t('new.picture', { title: game.title }))}</div>
              <p class="help">${t('own.size', { sites: game.board.sites.length, moves: game.start.legal.length })}</p>
              ${this.doubts.map((doubt) => html`<p class="notice">${doubt}</p>`)}`
            : nothing}
          <div class="row">
            <button class="button primary large" ?disabled=${this.busy || Boolean(wrong)}>${icon('play')}${t('own.play')}</button>
            <label class="button">${icon('load')}${t('record.file')}<input class="offscreen" type="file" accept=".toml" @change=${this.open}></label>
          </div>
          <p class="help">${t('own.private')}</p>
        </div>
      </form>
    </div>`;
  }
}
