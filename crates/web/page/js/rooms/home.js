// All games by a picture of their board, and the games to go on with.
import * as api from '../api.js';
import { go, refresh } from '../app.js';
import { still } from '../board/still.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { openRecordDialog } from '../parts/record.js';
import { loading, seatName } from '../parts/parts.js';
import { forgetSeats, heldMatches, seats } from '../store.js';
import { sample } from '../samples.js';
import { to } from '../router.js';
import { t } from '../texts.js';
import { keepRecord } from './analysis.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').GameEntry} GameEntry */
/** @typedef {import('../types.js').MatchEntry} MatchEntry */
/** @typedef {{board:import('../types.js').Board, scene:import('../types.js').Scene, last:number[]}} Picture */

export class Home {
  constructor() {
    /** @type {GameEntry[]|null} */
    this.games = null;
    /** @type {MatchEntry[]} */
    this.open = [];
    /** By the slug of a game or the id of a match. @type {Map<string, Picture>} */
    this.pictures = new Map();
    /** Whether all of them are shown. */
    this.all = false;
    this.fault = '';
    this.stopped = false;
    this.load();
  }

  stop() {
    this.stopped = true;
  }

  title = () => '';

  load = async () => {
    this.fault = '';
    try {
      this.games = await api.gameList();
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
      if (!this.stopped) setTimeout(() => !this.stopped && this.load(), 2000);
    }
    refresh();
    await this.loadOpen().catch(() => {});
    refresh();
    this.games?.forEach((game) => this.loadPicture(game));
  };

  /** The board of a game with a few moves on it. @param {GameEntry} game */
  async loadPicture(game) {
    if (this.pictures.has(game.slug)) return;
    try {
      const { board, start } = await api.game(game.slug);
      const moves = sample(game);
      const view = moves.length ? await api.explore({ game: game.slug, moves }).catch(() => start) : start;
      this.pictures.set(game.slug, { board, scene: view.scene, last: view.last });
    } catch {
      return;
    }
    refresh();
  }

  /** @param {Picture|undefined} picture */
  picture(picture) {
    return picture ? still(picture.board, picture.scene, '', picture.last) : nothing;
  }

  /** The person's own games, from the server if it may tell, else from what this browser remembers. */
  async loadOpen() {
    /** @type {MatchEntry[]} */
    let found;
    try {
      found = await api.openMatches();
      // Those that wait for a first move here.
      const known = new Set(found.map(({ id }) => id));
      const waiting = await Promise.all(heldMatches().filter((id) => !known.has(id)).slice(-12).map((id) => this.held(id)));
      found.push(...waiting.flatMap((each) => (each && each.ply === 0 ? [each] : [])));
      found.sort((a, b) => String(b.updated).localeCompare(String(a.updated)));
    } catch {
      const all = await Promise.all(heldMatches().slice(0, 12).map((id) => this.held(id)));
      found = all.flatMap((each) => (each ? [each] : []));
    }
    // A game that was never begun and that nobody here sits in is nobody's game.
    const held = new Set(heldMatches());
    this.open = found.filter((match) => match.turn.kind !== 'over' && (match.ply > 0 || held.has(match.id))).slice(0, 24);
    await this.loadPositions();
  }

  get shown() {
    return this.open.slice(0, this.all ? 24 : 4);
  }

  /** The positions of the games under way. */
  async loadPositions() {
    await Promise.all(
      this.shown.map(async (match) => {
        const state = await api.match(match.id).catch(() => null);
        const game = state && (await api.game(state.game).catch(() => null));
        if (game) this.pictures.set(match.id, { board: game.board, scene: state.scene, last: state.last });
      }),
    );
  }

  /** @param {string} id @returns {Promise<MatchEntry|null>} */
  async held(id) {
    try {
      const { game, title, seats, moves, turn, updated } = await api.match(id);
      return { id, game, title, seats, ply: moves.length, turn, updated };
    } catch (error) {
      if (error instanceof api.ApiError && error.status === 404) forgetSeats(id);
      return null;
    }
  }

  /** @param {MatchEntry} match */
  names({ seats: [a, b] }) {
    const nameless = [a, b].every((seat) => seat.kind === 'human' && !seat.open) && a.name === b.name;
    return nameless ? t('new.opponent.here') : [a, b].map((seat) => (seat.open ? t('play.open') : seatName(seat))).join(' – ');
  }

  /** @param {MatchEntry} match */
  openCard(match) {
    const mine = match.turn.kind === 'player' && seats(match.id)[match.turn.player];
    const plies = match.ply === 0 ? t('home.ply_none') : match.ply === 1 ? t('home.ply_one') : t('home.ply', { ply: match.ply });
    return html`<li><a class="open-card" href=${to.play(match.id)}>
      <span class="open-picture">${this.picture(this.pictures.get(match.id))}</span>
      <span class="open-text"><strong>${match.title}</strong><span>${this.names(match)}</span>
      <span class="help">${plies}${mine ? html` · <b class="together">${t('home.your_turn')}</b>` : nothing}</span></span>
    </a></li>`;
  }

  view() {
    if (this.fault && !this.games) return nowhereView(t('app.offline'), this.load);
    if (!this.games) return loading();
    return html`<div class="home">
      <div class="hero"><h1>${t('home.title')}</h1><p>${t('home.lead')}</p></div>
      ${this.open.length > 0
        ? html`<section aria-labelledby="go-on"><h2 id="go-on">${t('home.go_on')}</h2><ul class="open-cards">${this.shown.map((match) => this.openCard(match))}</ul>
            ${this.open.length > 4 && !this.all
              ? html`<button class="button small quiet" @click=${() => {
                  this.all = true;
                  this.loadPositions().then(refresh);
                  refresh();
                }}>${t('home.all', { n: this.open.length })}</button>`
              : nothing}</section>`
        : nothing}
      <section aria-labelledby="all-games"><h2 id="all-games" class=${this.open.length ? '' : 'offscreen'}>${t('home.games')}</h2>
        <ul class="cards">
          ${this.games.map(
            (game) => html`<li><a class="card" href=${to.newGame(game.slug)}>
              <span class="card-picture">${this.picture(this.pictures.get(game.slug))}</span>
              <span class="card-text"><strong>${game.title}</strong><span>${game.summary}</span></span>
            </a></li>`,
          )}
          <li><button class="card load" @click=${() => openRecordDialog((record) => go(keepRecord(record)))}>
            <span class="card-picture">${icon('search')}</span>
            <span class="card-text"><strong>${t('home.load')}</strong><span>${t('home.load_text')}</span></span>
          </button></li>
          <li><a class="card load" href=${to.own()}>
            <span class="card-picture">${icon('edit')}</span>
            <span class="card-text"><strong>${t('own.title')}</strong><span>${t('own.card')}</span></span>
          </a></li>
          <li><a class="card load" href=${to.problems()}>
            <span class="card-picture">${icon('search')}</span>
            <span class="card-text"><strong>${t('problems.title')}</strong><span>${t('problems.card')}</span></span>
          </a></li>
          <li><a class="card load" href=${to.museum()}>
            <span class="card-picture">${icon('half')}</span>
            <span class="card-text"><strong>${t('museum.title')}</strong><span>${t('museum.card')}</span></span>
          </a></li>
          <li><a class="card load" href=${to.robots()}>
            <span class="card-picture">${icon('bot')}</span>
            <span class="card-text"><strong>${t('robots.title')}</strong><span>${t('robots.card')}</span></span>
          </a></li>
        </ul>
      </section>
      <p class="row"><a class="button quiet" href=${to.games()}>${t('games.link')}</a><a class="button quiet" href=${to.runs()}>${t('runs.link')}</a></p>
    </div>`;
  }
}
