// Setting up a game: its options, who plays, the clock.
import * as api from '../api.js';
import { fail, go, refresh } from '../app.js';
import { token } from '../board/figure.js';
import { still } from '../board/still.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { paramFields, parseName, segments, writeName } from '../parts/form.js';
import { linkField } from '../parts/invite.js';
import { learnedButtons } from '../parts/learned.js';
import { loading } from '../parts/parts.js';
import { movesOf, to } from '../router.js';
import { keepRecipe, keepSeats, prefer, preferences } from '../store.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Player} Player */
/** @typedef {'bot'|'link'|'here'|'watch'} Opponent */
/** @typedef {{name:string, chosen:Record<string,string>}} BotChoice */

/** Minutes and seconds added; the value is what is remembered. */
const CLOCKS = [
  { value: '1+1', seconds: 60, increment: 1 },
  { value: '3+2', seconds: 180, increment: 2 },
  { value: '5+3', seconds: 300, increment: 3 },
  { value: '10+5', seconds: 600, increment: 5 },
  { value: '30+10', seconds: 1800, increment: 10 },
];

/** Matches that were begun here and not yet looked at. @type {Set<string>} */
const started = new Set();

/** Was this match begun here a moment ago? Says so once. @param {string} id */
export const justStarted = (id) => started.delete(id);

/**
 * Starts a match and goes there.
 * @param {any} body
 */
export async function start(body) {
  const { state, tokens } = await api.newMatch(body).catch((error) => {
    // A server that knows no open seats by name leaves the second one open.
    /** @type {{open?:boolean}[]} */
    const seats = body.seats;
    if (!seats.some((seat) => seat.open) || !(error instanceof api.ApiError) || error.status !== 422) throw error;
    return api.newMatch({ ...body, seats: [...seats.filter((seat) => !seat.open), { kind: 'human' }] });
  });
  keepSeats(state.id, tokens);
  keepRecipe(state.id, body);
  started.add(state.id);
  go(to.play(state.id));
}

export class NewGame {
  /** @param {string} name @param {URLSearchParams} query */
  constructor(name, query) {
    const { slug, chosen } = parseName(name);
    this.slug = slug;
    this.chosen = chosen;
    this.setup = query.get('setup');
    this.moves = movesOf(query);
    /** @type {Game|null} */
    this.game = null;
    /** The position to begin with, when it is not the game's first. @type {import('../types.js').View|null} */
    this.from = null;
    this.fault = '';
    /** What is wrong with the options. */
    this.wrong = '';
    const liked = preferences();
    /** @type {Opponent} */
    this.opponent = 'bot';
    this.side = liked.side;
    this.clock = liked.clock;
    this.minutes = '5';
    this.increment = '3';
    this.name = liked.name;
    /** The bots of both seats; the second one stands for the opponent when there is only one. @type {[BotChoice, BotChoice]} */
    this.bots = [
      { name: '', chosen: {} },
      { name: '', chosen: {} },
    ];
    this.busy = false;
    this.timer = 0;
    this.load();
  }

  title = () => t('new.title', { title: this.game?.title ?? this.slug });

  stop() {
    clearTimeout(this.timer);
  }

  get gameName() {
    return writeName(this.slug, this.game?.params ?? [], this.chosen);
  }

  load = async () => {
    try {
      this.fault = '';
      let game;
      try {
        game = await api.game(this.slug);
      } catch (error) {
        // A game that exists only with options, or none at all: let the whole name decide.
        game = await api.game(Object.keys(this.chosen).length ? `${this.slug}:${Object.entries(this.chosen).map((pair) => pair.join('=')).join(',')}` : this.slug);
      }
      this.game = game;
      for (const bot of this.bots) {
        const { slug, chosen } = parseName(game.default_bot);
        bot.name = slug;
        bot.chosen = { ...chosen };
        // Somebody who comes for the first time wants a game, not a beating.
        const level = preferences().level || 'medium';
        if (this.levels(bot).includes(level)) bot.chosen.level = level;
      }
      if (this.gameName !== this.slug) await this.check();
      if (this.setup || this.moves.length) this.from = await api.explore({ game: this.gameName, setup: this.setup, moves: this.moves });
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** The levels a bot has. @param {BotChoice} bot @returns {string[]} */
  levels(bot) {
    const param = this.game?.bots.find((each) => each.name === bot.name)?.params.find((each) => each.key === 'level');
    if (!param) return [];
    return param.values.choices?.length ? param.values.choices : (this.game?.levels ?? []);
  }

  /** Asks the server for the game with these options. */
  async check() {
    const name = this.gameName;
    try {
      const game = await api.game(name);
      if (name !== this.gameName) return;
      this.wrong = '';
      this.game = { ...game, params: this.game?.params ?? game.params };
    } catch (error) {
      if (name !== this.gameName) return;
      this.wrong = error instanceof Error ? error.message : String(error);
    }
    refresh();
  }

  /** @param {string} key @param {string} value */
  option = (key, value) => {
    this.chosen = { ...this.chosen, [key]: value };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 250);
    refresh();
  };

  /** @param {BotChoice} bot */
  botName(bot) {
    const params = this.game?.bots.find((each) => each.name === bot.name)?.params ?? [];
    return writeName(bot.name, params, bot.chosen);
  }

  /** @param {Event} event */
  submit = async (event) => {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    refresh();
    prefer({ side: this.side, clock: this.clock === 'custom' ? 'none' : this.clock, name: this.name, level: this.bots[1].chosen.level ?? '' });
    try {
      await start(this.body());
    } catch (error) {
      fail(error);
    }
    this.busy = false;
    refresh();
  };

  /** What the server is asked for. */
  body() {
    /** @type {Player} */
    const side = this.side === 'either' ? (Math.random() < 0.5 ? 'first' : 'second') : this.side;
    const me = { kind: 'human', ...(this.opponent === 'link' && this.name.trim() ? { name: this.name.trim() } : {}) };
    /** @param {0|1} i */
    const bot = (i) => ({ kind: 'bot', bot: this.botName(this.bots[i]) });
    /** @type {object[]} */
    let seats;
    if (this.opponent === 'here') seats = [me, me];
    else if (this.opponent === 'watch') seats = [bot(0), bot(1)];
    else {
      // Of two people's seats the second one stays open unless the first one is said to be.
      const friend = { kind: 'human', ...(side === 'second' ? { open: true } : {}) };
      const them = this.opponent === 'link' ? friend : bot(1);
      seats = side === 'first' ? [me, them] : [them, me];
    }
    const preset = CLOCKS.find((each) => each.value === this.clock);
    const clock =
      this.clock === 'custom'
        ? { seconds: Math.round(60 * Number(this.minutes)), increment: Number(this.increment) }
        : preset && { seconds: preset.seconds, increment: preset.increment };
    return {
      game: this.gameName,
      seats,
      ...(clock ? { clock } : {}),
      ...(this.setup ? { setup: this.setup } : {}),
      ...(this.moves.length ? { moves: this.moves } : {}),
      ...(this.opponent === 'link' ? { invite: true } : {}),
    };
  }

  /** @param {string} level */
  levelText(level) {
    const key = /** @type {import('../texts.js').Key} */ (`level.${level}`);
    return ['beginner', 'easy', 'medium', 'hard', 'best'].includes(level) ? t(key) : level.charAt(0).toUpperCase() + level.slice(1);
  }

  /** @param {0|1} i @param {Game} game */
  botFields(i, game) {
    const bot = this.bots[i];
    const about = game.bots.find((each) => each.name === bot.name);
    const levels = this.levels(bot);
    const level = bot.chosen.level ?? about?.params.find((param) => param.key === 'level')?.default ?? '';
    const others = (about?.params ?? []).filter((param) => param.key !== 'level' || levels.length === 0);
    return html`<div class="bot">
      ${this.opponent === 'watch' ? html`<h3>${t('new.bot_of', { player: game.players[i] })}</h3>` : nothing}
      ${levels.length > 0
        ? segments({
            name: `level-${i}`,
            legend: t('new.level'),
            value: level,
            options: levels.map((value) => ({ value, label: this.levelText(value) })),
            onChange: (value) => {
              bot.chosen = { ...bot.chosen, level: value };
              refresh();
            },
          })
        : nothing}
      <details>
        <summary>${t('new.more')}</summary>
        <div class="stack">
          <div class="field"><label for="bot-${i}">${t('new.bot')}</label>
            <select id="bot-${i}" @change=${(/** @type {Event} */ event) => {
              bot.name = /** @type {HTMLSelectElement} */ (event.target).value;
              bot.chosen = {};
              refresh();
            }}>
              ${game.bots.map((each) => html`<option value=${each.name} ?selected=${each.name === bot.name}>${each.name}</option>`)}
            </select>
            <span class="help">${about?.about ?? ''}</span></div>
          <div class="fields">${paramFields(`bot-${i}`, others, bot.chosen, (key, value) => {
            bot.chosen = { ...bot.chosen, [key]: value };
            refresh();
          })}</div>
        </div>
      </details>
    </div>`;
  }

  clockFields() {
    return html`<div class="stack">
      ${segments({
        name: 'clock',
        legend: t('new.clock'),
        value: this.clock,
        options: [
          { value: 'none', label: t('new.clock.none') },
          ...CLOCKS.map(({ value }) => ({ value, label: value.replace('+', ' + ') })),
          { value: 'custom', label: t('new.clock.custom') },
        ],
        onChange: (value) => {
          this.clock = value;
          refresh();
        },
      })}
      ${this.clock === 'custom'
        ? html`<div class="fields">
            <div class="field"><label for="minutes">${t('new.clock.minutes')}</label>
              <input id="minutes" type="number" min="0.05" max="600" step="any" .value=${this.minutes}
                @input=${(/** @type {Event} */ event) => (this.minutes = /** @type {HTMLInputElement} */ (event.target).value)}></div>
            <div class="field"><label for="increment">${t('new.clock.increment')}</label>
              <input id="increment" type="number" min="0" max="600" step="1" .value=${this.increment}
                @input=${(/** @type {Event} */ event) => (this.increment = /** @type {HTMLInputElement} */ (event.target).value)}></div>
          </div>`
        : nothing}
    </div>`;
  }

  warnField() {
    const now = preferences().warn;
    return html`<div class="field"><label for="warn">${t('new.warn')}</label>
      <select id="warn" @change=${(/** @type {Event} */ event) => prefer({ warn: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>
        ${[0, 5, 10, 20].map((percent) => html`<option value=${percent} ?selected=${percent === now}>${percent ? `${percent} %` : t('new.warn.off')}</option>`)}
      </select>
      <span class="help">${t('new.warn.hint')}</span></div>`;
  }

  sideFields(/** @type {Game} */ game) {
    /** @param {Player} player @param {string} name */
    const side = (player, name) => ({ value: player, label: html`${token(game.board, player)} ${name}` });
    return html`<div class="stack tight">${segments({
      name: 'side',
      legend: t('new.side'),
      value: this.side,
      options: [side('first', game.players[0]), side('second', game.players[1]), { value: 'either', label: t('new.side.either') }],
      onChange: (value) => {
        this.side = /** @type {any} */ (value);
        refresh();
      },
    })}
    <p class="help">${t('new.begins', { player: this.begins(game) })}</p></div>`;
  }

  /** @param {Game} game */
  begins(game) {
    const { turn } = game.start;
    return turn.kind === 'player' && turn.player === 'second' ? game.players[1] : game.players[0];
  }

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    const { game } = this;
    if (!game) return loading();
    /** @type {{value:Opponent, icon:string}[]} */
    const opponents = [
      { value: 'bot', icon: 'bot' },
      { value: 'link', icon: 'link' },
      { value: 'here', icon: 'people' },
      { value: 'watch', icon: 'eye' },
    ];
    return html`<form class="new-game" @submit=${this.submit}>
      <div class="new-left">
        <h1>${game.title}</h1>
        <div class="new-picture">${still(game.board, (this.from ?? game.start).scene, t('new.picture', { title: game.title }), this.from?.last)}</div>
        ${this.setup || this.moves.length ? html`<p class="help">${t('new.from')}</p>` : nothing}
        <details class="rules" ?open=${false}><summary>${t('new.rules')}</summary>
          ${game.rules.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph}</p>`)}
          ${game.source ? html`<p class="help">${t('new.source', { source: game.source })}</p>` : nothing}
        </details>
        ${game.toml
          ? html`<div class="stack tight"><p class="help">${t('own.link')}</p>${linkField(new URL(to.newGame(game.name), location.href).href, t('own.link'))}</div>`
          : nothing}
        <p class="row">
          ${game.toml ? html`<a class="button quiet" href=${to.own(game.name)}>${icon('edit')}${t('own.change')}</a>` : nothing}
          <a class="button quiet" href=${to.analysis(this.gameName, { setup: this.setup, moves: this.moves })}>${icon('search')}${t('new.analysis')}</a>
          ${game.has.editor ? html`<a class="button quiet" href=${to.editor(this.gameName, this.setup)}>${icon('edit')}${t('new.editor')}</a>` : nothing}
          ${learnedButtons(game)}
          ${game.conversation ? html`<a class="button quiet" href=${to.talk(game.conversation.name)}>${t('talk.link', { title: game.conversation.title })}</a>` : nothing}
        </p>
      </div>
      <div class="new-right">
        <fieldset class="opponents"><legend>${t('new.opponent')}</legend>
          <div class="opponent-row">
            ${opponents.map(
              (each) => html`<label class="opponent"><input type="radio" name="opponent" value=${each.value} .checked=${this.opponent === each.value}
                @change=${() => {
                  this.opponent = each.value;
                  refresh();
                }}><span>${icon(each.icon)}<strong>${t(`new.opponent.${each.value}`)}</strong><small>${t(`new.opponent.${each.value}.text`)}</small></span></label>`,
            )}
          </div>
        </fieldset>
        ${this.opponent === 'watch' ? this.botFields(0, game) : nothing}
        ${this.opponent === 'bot' || this.opponent === 'watch' ? this.botFields(1, game) : nothing}
        ${this.opponent === 'link'
          ? html`<div class="field"><label for="my-name">${t('new.name')}</label>
              <input id="my-name" maxlength="40" autocomplete="nickname" .value=${this.name}
                @input=${(/** @type {Event} */ event) => (this.name = /** @type {HTMLInputElement} */ (event.target).value)}>
              <span class="help">${t('new.name.hint')}</span></div>`
          : nothing}
        ${this.opponent === 'bot' || this.opponent === 'link' ? this.sideFields(game) : nothing}
        ${game.params.length > 0 && !this.setup
          ? html`<fieldset class="plain"><legend>${t('new.options')}</legend>
              <div class="fields">${paramFields('game', game.params, this.chosen, this.option)}</div>
              ${this.wrong ? html`<p class="fault" role="alert">${this.wrong}</p>` : nothing}</fieldset>`
          : nothing}
        ${this.clockFields()}
        ${this.opponent === 'bot' || this.opponent === 'here' ? this.warnField() : nothing}
        <button class="button primary large" ?disabled=${this.busy || this.wrong !== ''}>${icon('play')}${t(this.busy ? 'new.starting' : 'new.start')}</button>
      </div>
    </form>`;
  }
}
