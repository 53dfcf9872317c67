// Setting up a position by hand.
import * as api from '../api.js';
import { fail, refresh } from '../app.js';
import { BoardPart } from '../board/board.js';
import { piece, token } from '../board/figure.js';
import { html, svg, nothing } from '../html.js';
import { icon } from '../icons.js';
import { segments } from '../parts/form.js';
import { flipButton, loading, notes } from '../parts/parts.js';
import { to } from '../router.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').Player} Player */
/** @typedef {import('../types.js').View} View */

export class Editor {
  /** @param {URLSearchParams} query */
  constructor(query) {
    this.name = query.get('game') ?? '';
    this.board = new BoardPart(refresh);
    /** @type {Game|null} */
    this.game = null;
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {Player} */
    this.player = 'first';
    /** The kind in hand; -1 removes. */
    this.kind = 0;
    this.count = 1;
    this.flipped = false;
    /** The position as the server understands it. @type {View|null} */
    this.good = null;
    this.bad = '';
    this.text = '';
    this.fault = '';
    /** @type {AbortController|null} */
    this.asking = null;
    this.load(query.get('setup'));
  }

  stop() {
    this.asking?.abort();
  }

  title = () => t('editor.title');

  /** @param {string|null} setup */
  async load(setup) {
    try {
      this.game = await api.game(this.name);
      this.show(setup ? await api.explore({ game: this.name, setup, moves: [] }) : this.game.start);
    } catch (error) {
      if (this.game) {
        fail(error);
        this.show(this.game.start);
      } else this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  }

  /** @param {View} view */
  show(view) {
    this.pieces = view.scene.pieces.map((each) => ({ ...each }));
    if (view.turn.kind === 'player') this.player = view.turn.player;
    this.good = view;
    this.text = view.position;
    this.bad = '';
    refresh();
  }

  /** @param {string} text */
  read = async (text) => {
    try {
      this.show(await api.explore({ game: this.name, setup: text.trim(), moves: [] }));
    } catch (error) {
      this.bad = error instanceof Error ? error.message : String(error);
      this.good = null;
      refresh();
    }
  };

  check = async () => {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const view = await api.compose({ game: this.name, pieces: this.pieces, player: this.player }, asking.signal);
      if (asking.signal.aborted) return;
      this.good = view;
      // The rules know more than was set: what is left in hand, which lines are won.
      this.pieces = view.scene.pieces.map((each) => ({ ...each }));
      this.bad = '';
      this.text = view.position;
    } catch (error) {
      if (asking.signal.aborted) return;
      this.good = null;
      this.bad = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** @param {number} site */
  put = (site) => {
    const there = this.pieces.find((each) => each.site === site);
    this.pieces = this.pieces.filter((each) => each.site !== site);
    const same = there?.kind === this.kind && there.count === this.count;
    if (this.kind >= 0 && !same) this.pieces.push({ site, kind: this.kind, count: this.count });
    this.check();
    refresh();
  };

  flip = () => {
    this.flipped = !this.flipped;
    refresh();
  };

  /** @returns {Record<string, () => void>} */
  keys = () => (this.game?.turned ? { f: this.flip } : {});

  view() {
    if (this.fault) return nowhereView(this.fault);
    const { game } = this;
    if (!game) return loading();
    if (!game.has.editor) return nowhereView(t('editor.none'));
    const kinds = [...game.board.kinds.keys()];
    const setup = this.good?.position ?? null;
    return html`<div class="table editor">
      <section class="stage" aria-label=${t('board.label', { title: game.title })}>
        <h1 class="room-title">${game.title} <span>${t('editor.title')}</span></h1>
        <div class="board-row">
          ${this.board.view({
            board: (this.flipped && game.turned) || game.board,
            scene: { pieces: this.pieces, marks: this.good?.scene.marks ?? [], dice: [], notes: [] },
            label: t('board.label', { title: game.title }),
            legal: [],
            mover: null,
            onSite: this.put,
          })}
        </div>
        ${this.good ? notes(this.good.scene) : nothing}
      </section>
      <aside class="side">
        <p class="status ${this.bad ? 'bad' : ''}" role="status">${this.bad ? t('editor.bad', { message: this.bad }) : t(this.pieces.length ? 'editor.good' : 'editor.empty')}</p>
        <section class="panel-box">
          <fieldset class="palette"><legend>${t('editor.pieces')}</legend>
            <div class="palette-row">
              ${kinds.map((i) => this.swatch(i, game.board.kinds[i].name, svg`${piece(game.board, i, 1, 0, 0, 1)}`))}
              ${this.swatch(-1, t('editor.remove'), null)}
            </div>
          </fieldset>
          <p class="help">${t('editor.help')}</p>
        </section>
        ${segments({
          name: 'to-move',
          legend: t('editor.to_move'),
          value: this.player,
          options: [
            { value: 'first', label: html`${token(game.board, 'first')} ${game.players[0]}` },
            { value: 'second', label: html`${token(game.board, 'second')} ${game.players[1]}` },
          ],
          onChange: (value) => {
            this.player = /** @type {Player} */ (value);
            this.check();
            refresh();
          },
        })}
        <form class="field" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.read(this.text);
        }}>
          <label for="position-text">${t('editor.text')}</label>
          <div class="row"><input id="position-text" spellcheck="false" autocomplete="off" .value=${this.text}
            @input=${(/** @type {Event} */ event) => (this.text = /** @type {HTMLInputElement} */ (event.target).value)}>
          <button class="button">${t('editor.text.read')}</button></div>
        </form>
        <div class="actions">
          <a class="button primary ${setup ? '' : 'disabled'}" aria-disabled=${setup ? 'false' : 'true'} href=${setup ? to.newGame(this.name, { setup }) : nothing}>${icon('play')}${t('editor.play')}</a>
          <a class="button ${setup ? '' : 'disabled'}" aria-disabled=${setup ? 'false' : 'true'} href=${setup ? to.analysis(this.name, { setup }) : nothing}>${icon('search')}${t('editor.analyse')}</a>
          <button class="button" @click=${() => {
            this.pieces = [];
            this.check();
            refresh();
          }}>${icon('trash')}${t('editor.clear')}</button>
          <button class="button" @click=${() => this.show(game.start)}>${icon('again')}${t('editor.reset')}</button>
          ${flipButton(game, this.flip)}
        </div>
      </aside>
    </div>`;
  }

  /** @param {number} kind @param {string} name @param {unknown} drawing */
  swatch(kind, name, drawing) {
    return html`<label class="swatch" title=${name}><input type="radio" name="kind" value=${kind} .checked=${this.kind === kind}
      @change=${() => {
        this.kind = kind;
        refresh();
      }}><span>${drawing ? html`<svg class="board-colours token" viewBox="-22 -22 44 44" aria-hidden="true">${drawing}</svg>` : icon('close')}<small>${name}</small></span></label>`;
  }
}
