// The museum: programs of other times. One reads about them, sits at them, replays the games that their sources print,
// and lets them meet a player of today.
import * as api from '../api.js';
import { fail, go, refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { markdown } from '../parts/markdown.js';
import { loading } from '../parts/parts.js';
import { to } from '../router.js';
import { preferences } from '../store.js';
import { t } from '../texts.js';
import { keepRecord } from './analysis.js';
import { start } from './new_game.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').Exhibit} Exhibit */
/** @typedef {Exhibit['seats'][number]} Seat */

export class Museum {
  /** @param {string} name which program; all of them if it is empty */
  constructor(name) {
    this.name = name;
    /** @type {Exhibit[]|null} */
    this.all = null;
    /** The games that its source prints. @type {import('../types.js').GameRecord[]} */
    this.records = [];
    /** Who meets it in each game. @type {Map<string, string>} */
    this.rivals = new Map();
    this.fault = '';
    this.busy = false;
    this.load();
  }

  title = () => this.shown?.title ?? t('museum.title');

  get shown() {
    return this.all?.find((exhibit) => exhibit.name === this.name);
  }

  load = async () => {
    try {
      this.fault = '';
      this.all = await api.museum();
      const { shown } = this;
      if (this.name && !shown) throw new Error(t('museum.none'));
      if (shown?.records) this.records = await api.readRecords(shown.records);
      for (const { game } of shown?.seats ?? []) this.rivals.set(game, (await api.game(game)).default_bot);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** Begins a game. @param {string} game @param {unknown[]} seats */
  begin = async (game, seats) => {
    if (this.busy) return;
    this.busy = true;
    try {
      await start({ game, seats });
    } catch (error) {
      fail(error);
    }
    this.busy = false;
  };

  /** @param {Seat} seat */
  seat({ game, title, bot }) {
    const rival = this.rivals.get(game);
    const person = { kind: 'human', name: preferences().name || undefined };
    const machine = (/** @type {string} */ name) => ({ kind: 'bot', bot: name });
    return html`<li class="row wrap">
      <button class="button" ?disabled=${this.busy} @click=${() => this.begin(game, [person, machine(bot)])}>${icon('play')}${t('museum.against', { game: title })}</button>
      ${rival
        ? html`<button class="button quiet" ?disabled=${this.busy} @click=${() => this.begin(game, [machine(bot), machine(rival)])}>${icon('bot')}${t('museum.meets', { bot: rival, game: title })}</button>`
        : nothing}
    </li>`;
  }

  /** @param {Exhibit} exhibit */
  one({ title, year, source, page, seats, talk, records }) {
    return html`<div class="table museum">
      <article class="stage">
        <h1 class="room-title">${title} <span>${year}</span></h1>
        <p class="help">${source}</p>
        ${markdown(page)}
      </article>
      <aside class="side">
        <section class="panel-box"><h2>${t('museum.sit')}</h2>
          <ul class="plain">
            ${talk ? html`<li><a class="button primary" href=${to.talk(talk)}>${t('museum.talk')}</a></li>` : nothing}
            ${seats.map((seat) => this.seat(seat))}
          </ul>
        </section>
        <section class="panel-box"><h2>${t('museum.games')}</h2>
          ${records
            ? html`<ul class="plain">${this.records.map(
                (record) => html`<li><button class="button small quiet" @click=${() => go(keepRecord(record))}>${record.tags.Event ?? record.game}</button></li>`,
              )}</ul>`
            : html`<p class="help">${t('museum.no_games')}</p>`}
        </section>
        <p><a class="button quiet" href=${to.museum()}>${t('museum.all')}</a></p>
      </aside>
    </div>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    if (!this.all) return loading();
    const { shown } = this;
    if (shown) return this.one(shown);
    return html`<div class="home museum">
      <h1>${t('museum.title')}</h1>
      <p>${t('museum.lead')}</p>
      <ul class="cards">${this.all.map(
        ({ name, year, title, source }) => html`<li><a class="card" href=${to.museum(name)}>
          <span class="card-text"><strong>${year} · ${title}</strong><span>${source}</span></span>
        </a></li>`,
      )}</ul>
    </div>`;
  }
}
