// All saved games of this machine: searched, paged, shown again, exported, deleted; and how people have
// done against each level.
import * as api from '../api.js';
import { closeDialog, fail, openDialog, refresh, say } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { segments } from '../parts/form.js';
import { loading, resultText, seatName } from '../parts/parts.js';
import { saveFile } from '../parts/share.js';
import { forgetSeats, heldMatches, seats } from '../store.js';
import { to } from '../router.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').MatchEntry} MatchEntry */
/** @typedef {'all'|'open'|'over'} Kind */

const A_PAGE = 20;

export class Games {
  /** @param {URLSearchParams} query */
  constructor(query) {
    this.words = '';
    /** @type {Kind} */
    this.kind = 'all';
    this.page = 1;
    this.read(query);
    /** @type {MatchEntry[]|null} */
    this.games = null;
    this.total = 0;
    /** @type {import('../types.js').Tally[]} */
    this.tallies = [];
    /** What the sides are called, by the name of the game. @type {Map<string, [string, string]>} */
    this.players = new Map();
    /** A server that is open to others tells only of the games that this browser knows. */
    this.own = false;
    this.fault = '';
    this.timer = 0;
    this.load();
    api.tallies().then((tallies) => {
      this.tallies = tallies;
      refresh();
    }, () => {});
  }

  /** @param {URLSearchParams} query */
  read(query) {
    this.words = query.get('words') ?? '';
    const kind = query.get('kind');
    this.kind = kind === 'open' || kind === 'over' ? kind : 'all';
    this.page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  }

  title = () => t('games.title');

  stop() {
    clearTimeout(this.timer);
  }

  /** @param {URLSearchParams} query */
  moved(query) {
    this.read(query);
    this.load();
    return true;
  }

  load = async () => {
    const { words, kind, page } = this;
    this.fault = '';
    try {
      const { matches, total } = await this.ask();
      if (words !== this.words || kind !== this.kind || page !== this.page) return;
      [this.games, this.total] = [matches, total];
      say(t('games.found', { n: total }));
      await Promise.all([...new Set(matches.map(({ game }) => game))].map((name) => this.name(name)));
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** @param {string} name */
  async name(name) {
    const game = await api.game(name).catch(() => null);
    if (game) this.players.set(name, game.players);
  }

  /** @returns {Promise<{matches:MatchEntry[], total:number}>} */
  async ask() {
    const { words, kind, page } = this;
    try {
      return await api.matches({ words, over: kind === 'over', open: kind === 'open', skip: (page - 1) * A_PAGE, most: A_PAGE });
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.status !== 403) throw error;
      this.own = true;
      return this.held();
    }
  }

  /** The games that this browser has a seat in. */
  async held() {
    const wanted = this.words.toLowerCase().split(/\s+/);
    const all = await Promise.all(heldMatches().slice(0, 100).map((id) => api.match(id).catch(() => null)));
    const found = all.flatMap((state) => {
      if (!state) return [];
      const said = `${state.game} ${state.title} ${state.seats.map((seat) => seat.name).join(' ')}`.toLowerCase();
      const right = this.kind === 'all' || (this.kind === 'over') === (state.turn.kind === 'over');
      return right && wanted.every((word) => said.includes(word)) ? [{ ...state, ply: state.moves.length }] : [];
    });
    found.sort((a, b) => String(b.updated).localeCompare(String(a.updated)));
    const from = (this.page - 1) * A_PAGE;
    return { matches: found.slice(from, from + A_PAGE), total: found.length };
  }

  /** @param {{words?:string, kind?:Kind, page?:number}} change */
  go(change) {
    const { words, kind, page } = { words: this.words, kind: this.kind, page: 1, ...change };
    [this.words, this.kind, this.page] = [words, kind, page];
    history.replaceState(null, '', to.games({ words, kind, page }));
    clearTimeout(this.timer);
    this.timer = setTimeout(this.load, change.words === undefined ? 0 : 250);
    refresh();
  }

  /** @param {MatchEntry} match */
  remove = (match) =>
    openDialog(
      t('games.delete'),
      () => html`<p>${t('games.delete.sure', { title: match.title, names: this.names(match) })}</p><div class="row end">
        <button class="button" @click=${closeDialog}>${t('games.delete.no')}</button>
        <button class="button danger" @click=${async () => {
          closeDialog();
          try {
            await api.deleteMatch(match.id);
            forgetSeats(match.id);
            await this.load();
          } catch (error) {
            fail(error);
          }
        }}>${icon('trash')}${t('games.delete')}</button></div>`,
    );

  /** @param {MatchEntry} match */
  save = async (match) => {
    try {
      saveFile(`${match.game.split(':')[0]}-${match.id.slice(0, 8)}.henge`, await api.matchRecord(match.id));
    } catch (error) {
      fail(error);
    }
  };

  /** @param {MatchEntry} match */
  names = ({ seats: all }) => all.map((seat) => (seat.open ? t('play.open') : seatName(seat))).join(' – ');

  /** @param {MatchEntry} match */
  result({ turn, game, id, ply }) {
    if (turn.kind === 'over') return resultText(turn, this.players.get(game) ?? ['1', '2']);
    const mine = turn.kind === 'player' && seats(id)[turn.player];
    return mine ? t('home.your_turn') : ply === 0 ? t('home.ply_none') : t('games.going');
  }

  /** @param {MatchEntry} match */
  row(match) {
    const date = new Date(String(match.updated));
    return html`<li class="saved">
      <a class="saved-link" href=${to.play(match.id)}><strong>${match.title}</strong><span>${this.names(match)}</span></a>
      <span class="saved-result">${this.result(match)}<span class="help">${t('games.moves', { n: match.ply })}</span></span>
      <time class="help" datetime=${String(match.updated)}>${date.toLocaleDateString(undefined, { dateStyle: 'medium' })}, ${date.toLocaleTimeString(undefined, { timeStyle: 'short' })}</time>
      <span class="saved-deeds">
        <button class="button quiet icon-only" title=${t('games.export')} aria-label=${t('games.export.of', { names: this.names(match) })} @click=${() => this.save(match)}>${icon('load')}</button>
        ${this.own ? nothing : html`<button class="button quiet icon-only" title=${t('games.delete')} aria-label=${t('games.delete.of', { names: this.names(match) })} @click=${() => this.remove(match)}>${icon('trash')}</button>`}
      </span>
    </li>`;
  }

  statistics() {
    if (this.tallies.length === 0) return nothing;
    return html`<section aria-labelledby="tallies"><h2 id="tallies">${t('games.tallies')}</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="tallies"><table class="tallies">
        <thead><tr><th scope="col">${t('games.tally.game')}</th><th scope="col">${t('games.tally.bot')}</th>
          <th scope="col">${t('games.tally.won')}</th><th scope="col">${t('games.tally.drawn')}</th><th scope="col">${t('games.tally.lost')}</th></tr></thead>
        <tbody>${this.tallies.map(
          ({ game, bot, won, drawn, lost }) => html`<tr><th scope="row">${seatName({ kind: 'bot', name: game, open: false })}</th>
            <td>${seatName({ kind: 'bot', name: bot, open: false })}</td><td>${won}</td><td>${drawn}</td><td>${lost}</td></tr>`,
        )}</tbody>
      </table></div></section>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    const pages = Math.max(1, Math.ceil(this.total / A_PAGE));
    return html`<div class="saved-games">
      <h1>${t('games.title')}</h1>
      <div class="row wrap">
        <label class="offscreen" for="games-words">${t('games.search')}</label>
        <input id="games-words" class="grow" type="search" placeholder=${t('games.search')} .value=${this.words}
          @input=${(/** @type {Event} */ event) => this.go({ words: /** @type {HTMLInputElement} */ (event.target).value })}>
        ${segments({
          name: 'games-kind',
          legend: t('games.kind'),
          hideLegend: true,
          value: this.kind,
          options: /** @type {const} */ (['all', 'open', 'over']).map((value) => ({ value, label: t(`games.kind.${value}`) })),
          onChange: (kind) => this.go({ kind }),
        })}
      </div>
      ${this.games === null
        ? loading()
        : this.games.length === 0
          ? html`<p class="help">${t(this.words || this.kind !== 'all' ? 'games.none_such' : 'games.none')}</p>`
          : html`<ul class="saved-list">${this.games.map((match) => this.row(match))}</ul>`}
      ${pages > 1
        ? html`<div class="row" role="group" aria-label=${t('games.pages')}>
            <button class="button" ?disabled=${this.page <= 1} @click=${() => this.go({ page: this.page - 1 })}>${icon('back')}${t('games.newer')}</button>
            <span class="help">${t('games.page', { page: this.page, pages, n: this.total })}</span>
            <button class="button" ?disabled=${this.page >= pages} @click=${() => this.go({ page: this.page + 1 })}>${t('games.older')}${icon('forward')}</button>
          </div>`
        : nothing}
      ${this.statistics()}
    </div>`;
  }
}
