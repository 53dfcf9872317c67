// A match: the board, both seats, the moves, and all that can be done with them.
import * as api from '../api.js';
import { closeDialog, fail, go, openDialog, refresh, say, shell } from '../app.js';
import { BoardPart } from '../board/board.js';
import { token } from '../board/figure.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { clockView } from '../parts/clock.js';
import { Engine, bestMarks } from '../parts/engine.js';
import { evalBar, scoreText } from '../parts/eval_bar.js';
import { invitation } from '../parts/invite.js';
import { moveRows, navigation } from '../parts/moves.js';
import { Pace } from '../parts/pace.js';
import { finalScore, flipButton, index, loading, namesButton, notes, other, ownResult, resultText, seatName, toggleNames } from '../parts/parts.js';
import { openShareDialog } from '../parts/share.js';
import { typeMove } from '../parts/type_move.js';
import { to } from '../router.js';
import { play } from '../sound.js';
import { keepSeats, prefer, preferences, recipe, seats } from '../store.js';
import { t } from '../texts.js';
import { justStarted, start } from './new_game.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Player} Player */
/** @typedef {import('../types.js').Thought} Thought */

export class Play {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {State|null} */
    this.state = null;
    /** @type {Game|null} */
    this.game = null;
    this.received = 0;
    this.fault = '';
    this.connected = true;
    /** The first state after a lost connection counts, whatever its number. */
    this.fresh = true;
    this.held = seats(id);
    /** Which position is shown; null is the newest. @type {number|null} */
    this.ply = null;
    /** @type {View|null} */
    this.earlier = null;
    /** A move on its way. @type {{move:string, typed:boolean, ply:number, tries:number}|null} */
    this.pending = null;
    this.busy = false;
    /** Whether the person has turned the board to the other side. */
    this.flipped = false;
    /** Moves of two machines, one after the other. @type {Pace|null} */
    this.pace = null;
    /** How far they have been shown. */
    this.seen = 0;
    /** @type {{ply:number, thought:Thought|null, stopper:AbortController}|null} */
    this.hint = null;
    this.board = new BoardPart(refresh);
    this.engine = new Engine(refresh);
    this.unwatch = api.watch(id, {
      state: (state) => this.take(state),
      connected: (yes, why) => this.line(yes, why),
      gone: (error) => {
        this.fault = error.status === 404 ? t('nowhere.no_match') : error.message;
        refresh();
      },
    });
    this.timer = setInterval(() => this.state?.running && this.state.clocks && refresh(), 200);
  }

  stop() {
    this.unwatch();
    clearInterval(this.timer);
    this.pace?.stop();
    this.engine.stop();
    this.hint?.stopper.abort();
    shell.offline = false;
  }

  title = () => (this.state ? (this.mine() && this.isMe(this.state.turn.kind === 'player' ? this.state.turn.player : 'first') ? `${t('play.your_turn')}: ` : '') + this.state.title : '');

  /** @param {boolean} yes @param {string} [why] */
  line(yes, why) {
    this.connected = yes;
    this.fresh = true;
    shell.offline = !yes && (why || true);
    if (yes) say(t('app.back_online'));
    refresh();
  }

  /** @param {State} state */
  take(state) {
    const old = this.state;
    if (old && !this.fresh && state.version < old.version) return;
    this.fresh = false;
    this.state = state;
    if (!old && state.seats.every((seat) => seat.kind === 'bot')) this.watch(state);
    this.received = performance.now();
    if (!this.game || state.game !== old?.game) {
      api.game(state.game).then((game) => {
        this.game = game;
        refresh();
      }, fail);
    }
    if (old && this.game && !this.pace) this.announce(old, state, this.game);
    if (old && old.moves.length !== state.moves.length) {
      if (this.hint && this.hint.ply !== state.moves.length) this.dropHint();
      if (this.ply !== null && this.ply >= state.moves.length) this.ply = null;
    }
    this.resend();
    refresh();
  }

  /** Machines play each other faster than people can look: their moves are shown at a pace of our own. @param {State} state */
  watch(state) {
    const begun = justStarted(this.id);
    if (state.turn.kind === 'over' && !begun) return;
    this.ply = begun ? 0 : state.moves.length;
    this.seen = this.ply;
    this.pace = new Pace(this.stepOn, refresh);
    api.explore(this.place(this.ply)).then((view) => {
      this.earlier ??= view;
      refresh();
    }, fail);
  }

  /** Shows the next move of two machines. */
  stepOn = async () => {
    const { state } = this;
    const n = this.at + 1;
    if (!state || !this.pace) return;
    if (n <= state.moves.length) {
      const view = await api.explore(this.place(n)).catch(() => null);
      if (!view || this.at !== n - 1) return;
      [this.earlier, this.ply, this.seen] = [view, n, Math.max(this.seen, n)];
      const { text, player } = state.moves[n - 1];
      say(t('say.moved', { player: player && this.game ? this.game.players[index(player)] : '', move: text }));
    }
    if (state.turn.kind === 'over' && this.at === state.moves.length) {
      this.pace.stop();
      [this.pace, this.ply] = [null, null];
      this.end(state);
    }
    refresh();
  };

  /** @param {State} state */
  end(state) {
    play('end');
    if (this.game) say(this.outcome(state, this.game));
  }

  /** A move that was under way when the line broke is sent again, if it is still wanted. */
  resend() {
    const { pending, state } = this;
    if (!pending || !state || this.busy) return;
    const wanted = pending.typed || state.legal.some((move) => move.text === pending.move);
    if (state.moves.length === pending.ply && wanted && pending.tries < 5) this.transmit().catch(fail);
    else this.pending = null;
  }

  /** @param {State} old @param {State} state @param {Game} game */
  announce(old, state, game) {
    if (state.moves.length < old.moves.length) say(t('say.taken_back', { n: state.moves.length }));
    const words = state.moves.slice(old.moves.length).map(({ text, player }) => {
      if (player && this.isMe(player)) return t('say.you_moved', { move: text });
      return t('say.moved', { player: player ? game.players[index(player)] : '', move: text });
    });
    const over = state.turn.kind === 'over' && old.turn.kind !== 'over';
    if (over) {
      play('end');
      words.push(this.outcome(state, game));
    }
    else if (words.length > 0 && this.mine()) words.push(t('play.your_turn'));
    if (state.draw_offer && state.draw_offer !== old.draw_offer && !this.isMe(state.draw_offer)) {
      words.push(t('play.draw.incoming', { player: game.players[index(state.draw_offer)] }));
    }
    if (state.take_back && state.take_back !== old.take_back && !this.isMe(state.take_back)) {
      words.push(t('play.take_back.incoming', { player: game.players[index(state.take_back)] }));
    }
    if (state.declined && !old.declined && !this.isMe(state.declined.by)) {
      words.push(t(`play.declined.${state.declined.wish}`, { player: game.players[index(state.declined.by)] }));
    }
    if (state.next && !old.next) words.push(t('play.rematch.wanted'));
    if (old.seats.some((seat) => seat.open) && !state.seats.some((seat) => seat.open)) words.push(t('play.joined'));
    if (words.length > 0) say(words.join(' '));
  }

  /** How the game has ended, for whoever looks. @param {State} state @param {Game} game */
  outcome(state, game) {
    const { turn } = state;
    if (turn.kind !== 'over' || !turn.winner || !(this.isMe('first') || this.isMe('second'))) return resultText(turn, game.players);
    return ownResult(turn, this.isMe(turn.winner));
  }

  /** Is this the one seat the person holds? @param {Player} player */
  isMe(player) {
    return Boolean(this.held[player]) && !this.held[other(player)];
  }

  /** May the person move now? */
  mine() {
    const turn = this.state?.turn;
    return turn?.kind === 'player' && Boolean(this.held[turn.player]);
  }

  /** Whose token speaks: that of the side to move, if both are held. */
  get token() {
    const turn = this.state?.turn;
    if (turn?.kind === 'player' && this.held[turn.player]) return this.held[turn.player];
    return this.held.first ?? this.held.second;
  }

  /** @param {Move} move */
  play = (move) => this.begin(move.text, false).catch(fail);

  /** Plays what somebody has typed, if the server can read it. @param {string} text */
  playText = (text) => this.begin(text, true);

  /** @param {string} move @param {boolean} typed @param {boolean} [sure] */
  async begin(move, typed, sure) {
    const { state } = this;
    if (!state || this.pending || this.busy || !this.mine()) return;
    if (sure || !(await this.warned(state, move, typed))) await this.send(state, move, typed);
  }

  /** Says before a move that costs too much what there is against it; the person decides. @param {State} state @param {string} move @param {boolean} typed */
  async warned(state, move, typed) {
    const percent = preferences().warn;
    if (!percent || this.between()) return false;
    this.busy = true;
    refresh();
    // Without an answer the move is simply made; what is no move the server refuses.
    const warning = await api.warn({ ...this.place(state.moves.length), next: move, percent }).catch(() => null);
    this.busy = false;
    refresh();
    if (!warning?.sentences.length) return false;
    openDialog(
      t('play.warn'),
      () => html`${warning.sentences.map((sentence) => html`<p>${sentence}</p>`)}<div class="row end">
        <button class="button primary" @click=${closeDialog}>${t('play.warn.other')}</button>
        <button class="button" @click=${() => {
          closeDialog();
          this.begin(move, typed, true).catch(fail);
        }}>${t('play.warn.play', { move })}</button></div>`,
    );
    return true;
  }

  /** @param {State} state @param {string} move @param {boolean} typed */
  async send(state, move, typed) {
    this.pending = { move, typed, ply: state.moves.length, tries: 0 };
    this.dropHint();
    await this.transmit();
  }

  /** Sends the move; fails with the server's refusal. */
  async transmit() {
    const { pending, state } = this;
    if (!pending || !state || state.turn.kind !== 'player') return;
    pending.tries++;
    this.busy = true;
    refresh();
    try {
      const next = await api.play(this.id, pending.move, pending.ply, this.held[state.turn.player]);
      this.pending = null;
      this.busy = false;
      this.take(next);
    } catch (error) {
      this.busy = false;
      // Without an answer the move waits until the line is back.
      if (error instanceof api.ApiError && error.code === 'offline') {
        if (this.connected) setTimeout(() => this.resend(), 400);
      } else {
        this.pending = null;
        refresh();
        if (!(error instanceof api.ApiError && error.status === 409)) throw error;
        await this.reload();
      }
    }
    refresh();
  }

  async reload() {
    try {
      this.take(await api.match(this.id));
    } catch (error) {
      fail(error);
    }
  }

  /** @param {string} action @param {string|undefined} [by] */
  act = async (action, by) => {
    this.dropHint();
    try {
      this.ply = null;
      this.take(await api.act(this.id, action, by ?? this.token));
    } catch (error) {
      fail(error);
      if (error instanceof api.ApiError && error.status === 409) await this.reload();
    }
  };

  undo = () => {
    const { state } = this;
    if (!state || !this.token) return;
    if (state.can.undo) this.act('undo');
    else if (this.between() && state.turn.kind !== 'over' && !state.take_back && state.moves.length > 0) this.act('ask_undo');
  };
  redo = () => this.state?.can.redo && this.token && this.act('redo');

  resign = () => {
    openDialog(
      t('play.resign'),
      () => html`<p>${t('play.resign.sure')}</p><div class="row end">
        <button class="button" @click=${closeDialog}>${t('play.resign.no')}</button>
        <button class="button danger" @click=${() => {
          closeDialog();
          this.act('resign');
        }}>${icon('flag')}${t('play.resign')}</button></div>`,
    );
  };

  dropHint() {
    this.hint?.stopper.abort();
    this.hint = null;
  }

  /** May the machine be asked? Not when two people play against the clock. */
  fair() {
    return !(this.state?.clocks && this.between());
  }

  askHint = async () => {
    const { state } = this;
    if (!state || !this.mine() || this.hint || !this.fair()) return;
    this.ply = null;
    const hint = { ply: state.moves.length, thought: /** @type {Thought|null} */ (null), stopper: new AbortController() };
    this.hint = hint;
    refresh();
    try {
      for await (const { event, data } of api.hint(this.id, this.token, hint.stopper.signal)) {
        if (hint.stopper.signal.aborted) return;
        if (event === 'fault') throw new Error(data.error?.message ?? 'no hint');
        if (data.lines?.length > 0) hint.thought = data;
        refresh();
      }
      const move = hint.thought?.lines[0]?.moves[0];
      if (move && hint.thought) say(`${t('play.hint.title', { move })}. ${hint.thought.why.join(' ')}`);
    } catch (error) {
      if (hint.stopper.signal.aborted) return;
      this.hint = null;
      fail(error);
    }
    refresh();
  };

  rematch = async () => {
    const { state } = this;
    if (!state) return;
    if (this.between()) {
      try {
        const clock = recipe(this.id)?.clock;
        this.take(await api.rematch(this.id, clock ? { clock } : {}, this.token));
        this.goOn();
      } catch (error) {
        fail(error);
      }
      return;
    }
    const old = recipe(this.id);
    const swapped = [...(old?.seats ?? state.seats.map((seat) => (seat.kind === 'bot' ? { kind: 'bot', bot: seat.bot ?? seat.name } : { kind: 'human' })))].reverse();
    try {
      await start({ ...(old ?? { game: state.game, ...(state.setup ? { setup: state.setup } : {}) }), seats: swapped });
    } catch (error) {
      fail(error);
    }
  };

  /** Do two people play, each in a browser of their own? */
  between() {
    const { state, held } = this;
    return Boolean(state) && !(held.first && held.second) && state?.seats.every((seat) => seat.kind === 'human' && !seat.open);
  }

  /** To the rematch. The keys to the seats are the same, the sides are not. */
  goOn = () => {
    const next = this.state?.next;
    if (!next) return;
    const { first, second } = this.held;
    keepSeats(next, { ...(second ? { first: second } : {}), ...(first ? { second: first } : {}) });
    go(to.play(next));
  };

  /** @param {number} ply */
  show = async (ply) => {
    const { state } = this;
    if (!state) return;
    const all = state.moves.length;
    const wanted = Math.max(0, Math.min(this.pace ? this.seen : all, ply));
    this.board.letGo();
    this.pace?.pause();
    this.ply = wanted === all && !this.pace ? null : wanted;
    refresh();
    say(wanted === 0 ? t('say.at_start') : t('say.at', { n: wanted, move: state.moves[wanted - 1].text }));
    if (this.ply === null) return;
    try {
      const view = await api.explore(this.place(wanted));
      if (this.ply === wanted) this.earlier = view;
      refresh();
    } catch (error) {
      fail(error);
    }
  };

  /** @param {number} ply */
  place(ply) {
    const state = /** @type {State} */ (this.state);
    return { game: state.game, setup: state.setup, moves: state.moves.slice(0, ply).map((move) => move.text) };
  }

  flip = () => {
    if (!this.game?.turned) return;
    this.flipped = !this.flipped;
    refresh();
  };

  get at() {
    return this.ply ?? this.state?.moves.length ?? 0;
  }

  analyse = () => {
    const { state } = this;
    if (!state) return;
    const place = this.place(state.moves.length);
    go(to.analysis(place.game, { ...place, ply: this.at }));
  };

  /** A move at an earlier position is a variation. @param {{text:string}} move */
  branch = (move) => {
    const place = this.place(this.at);
    go(to.analysis(place.game, { ...place, moves: [...place.moves, move.text] }));
  };

  /** @param {string} text */
  branchText = async (text) => this.branch({ text: await api.readMove(this.place(this.at), text) });

  share = () => {
    const { state } = this;
    if (!state) return;
    const place = this.place(this.at);
    openShareDialog({
      link: new URL(to.play(this.id), location.href).href,
      ...place,
      position: (this.ply !== null && this.earlier ? this.earlier : state).position,
      forms: this.game?.forms,
      record: (form) => api.writeRecord({ ...this.place(state.moves.length), tags: { First: state.seats[0].name, Second: state.seats[1].name }, form }),
      seat: this.held.first || this.held.second ? new URL(to.seat(this.id, this.held), location.href).href : undefined,
    });
  };

  toggleEvaluation = () => {
    prefer({ evaluation: !preferences().evaluation });
    refresh();
  };

  keys() {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.show(this.at - 1),
      ArrowRight: () => this.show(this.at + 1),
      '[': () => this.show(this.at - 1),
      ']': () => this.show(this.at + 1),
      Home: () => this.show(0),
      End: () => this.show(Infinity),
      u: this.undo,
      r: this.redo,
      h: this.askHint,
      e: this.toggleEvaluation,
      a: this.analyse,
      n: () => go(to.newGame(this.state?.game ?? '')),
      f: this.flip,
      ...(this.pace ? { p: this.pace.toggle, '.': this.pace.next } : {}),
      '/': () => document.getElementById('type-move')?.focus(),
      '#': toggleNames,
      ...this.board.keys(),
    };
    return keys;
  }

  /** What is on the board: the newest position or an earlier one. @param {State} state */
  shown(state) {
    const view = this.ply === null ? state : this.earlier;
    return view ?? state;
  }

  /** @param {Player} player @param {State} state @param {Game} game */
  strip(player, state, game) {
    const i = index(player);
    const seat = state.seats[i];
    const both = Boolean(this.held.first && this.held.second);
    const name = both ? game.players[i] : seat.open ? t('play.open') : this.isMe(player) ? t('play.you') : seatName(seat);
    const turn = this.pace && this.earlier ? this.earlier.turn : state.turn;
    const toMove = turn.kind === 'player' && turn.player === player;
    const won = turn.kind === 'over' && turn.winner === player;
    return html`<div class="strip ${toMove ? 'to-move' : ''} ${won ? 'won' : ''}">
      ${token(game.board, player)}
      <span class="strip-name"><strong>${name}</strong><span class="help">${both ? '' : game.players[i]}${won ? ' ★' : ''}</span></span>
      ${toMove && state.thinking && !this.pace ? html`<span class="pulse" aria-hidden="true"></span>` : nothing}
      ${clockView(state, i, this.received, game.players[i])}
    </div>`;
  }

  /** @param {State} state @param {Game} game */
  status(state, game) {
    const turn = this.pace && this.earlier ? this.earlier.turn : state.turn;
    if (turn.kind === 'over') return this.outcome(state, game);
    if (state.seats.some((seat) => seat.open)) return t('play.invite.text');
    if (turn.kind === 'chance') return '…';
    const player = game.players[index(turn.player)];
    if (this.pending) return this.connected ? t('play.sending') : t('app.reconnecting');
    if (this.pace) return t('play.turn', { player });
    if (state.waiting) return t('play.waiting', { player });
    if (state.thinking) return t('play.thinking', { player });
    if (this.isMe(turn.player)) return t('play.your_turn');
    return t('play.turn', { player });
  }

  /** @param {State} state */
  invitation(state) {
    return state.seats.some((seat) => seat.open) ? invitation(new URL(to.join(this.id), location.href).href) : nothing;
  }

  /** @param {State} state @param {Game} game */
  drawOffer(state, game) {
    const by = state.draw_offer;
    if (!by || state.turn.kind === 'over') return nothing;
    const answer = this.held[other(by)];
    if (!answer) return this.held[by] ? html`<p class="notice">${t('play.draw.offered')}</p>` : nothing;
    return html`<div class="notice" role="alert"><span>${t('play.draw.incoming', { player: game.players[index(by)] })}</span>
      <button class="button small primary" @click=${() => this.act('accept_draw', answer)}>${t('play.draw.accept')}</button>
      <button class="button small" @click=${() => this.act('decline_draw', answer)}>${t('play.draw.decline')}</button></div>`;
  }

  /** What people ask each other for. @param {State} state @param {Game} game */
  wishes(state, game) {
    const { take_back: by, declined, next } = state;
    const seated = this.held.first || this.held.second;
    const player = (/** @type {Player} */ of) => game.players[index(of)];
    if (next && seated) {
      return html`<div class="notice" role="alert"><span>${t('play.rematch.wanted')}</span>
        <button class="button small primary" @click=${this.goOn}>${t('play.rematch.go')}</button></div>`;
    }
    if (by && this.held[other(by)]) {
      const answer = this.held[other(by)];
      return html`<div class="notice" role="alert"><span>${t('play.take_back.incoming', { player: player(by) })}</span>
        <button class="button small primary" @click=${() => this.act('allow_undo', answer)}>${t('play.take_back.allow')}</button>
        <button class="button small" @click=${() => this.act('decline_undo', answer)}>${t('play.draw.decline')}</button></div>`;
    }
    if (by && seated) return html`<p class="notice">${t('play.take_back.asked')}</p>`;
    if (declined && this.held[other(declined.by)] && state.turn.kind !== 'over') {
      return html`<p class="notice" role="status">${t(`play.declined.${declined.wish}`, { player: player(declined.by) })}</p>`;
    }
    return nothing;
  }

  hintBox() {
    if (!this.hint) return nothing;
    const { thought } = this.hint;
    const line = thought?.lines[0];
    return html`<section class="panel-box hint-box">
      ${line
        ? html`<h2>${t('play.hint.title', { move: line.moves[0] })}</h2>
            <p class="help">${scoreText(line.score)}</p>
            ${thought.why.length > 0
              ? html`<ul class="why">${thought.why.map((why) => html`<li>${why}</li>`)}</ul>`
              : html`<p>${t('play.hint.no_reason', { move: line.moves[0] })}</p>`}`
        : html`<p class="loading"><span class="pulse" aria-hidden="true"></span>${t('play.hint.thinking')}</p>`}
      <button class="button quiet icon-only close" aria-label=${t('app.close')} @click=${() => {
        this.dropHint();
        refresh();
      }}>${icon('close')}</button>
    </section>`;
  }

  /** @param {State} state @param {Game} game */
  actions(state, game) {
    const seated = Boolean(this.held.first || this.held.second);
    const over = state.turn.kind === 'over';
    const again = over
      ? html`<button class="button primary" @click=${this.rematch}>${icon('again')}${t('play.rematch')}</button>
          <button class="button" @click=${this.analyse}>${icon('search')}${t('play.analyse')}</button>
          <a class="button" href=${to.newGame(state.game)}>${icon('plus')}${t('play.new')}</a>`
      : nothing;
    return html`<div class="actions">
      ${again}
      ${seated && this.between()
        ? over
          ? nothing
          : html`<button class="button" ?disabled=${Boolean(state.take_back) || state.moves.length === 0} @click=${this.undo}>${icon('undo')}${t('play.take_back.ask')}</button>`
        : seated
          ? html`<button class="button" ?disabled=${!state.can.undo} @click=${this.undo}>${icon('undo')}${t('play.undo')}</button>
            <button class="button" ?disabled=${!state.can.redo} @click=${this.redo}>${icon('redo')}${t('play.redo')}</button>`
          : nothing}
      ${seated && !over
        ? html`${this.fair() ? html`<button class="button" ?disabled=${!this.mine()} aria-pressed=${this.hint !== null} @click=${this.askHint}>${icon('hint')}${t('play.hint')}</button>` : nothing}
            <button class="button" ?disabled=${state.draw_offer !== null} @click=${() => this.act('offer_draw')}>${icon('draw')}${t('play.draw.offer')}</button>
            <button class="button" @click=${this.resign}>${icon('flag')}${t('play.resign')}</button>`
        : nothing}
      ${over ? nothing : html`<button class="button" @click=${this.analyse}>${icon('search')}${t('play.analyse')}</button>
          <a class="button" href=${to.newGame(state.game)}>${icon('plus')}${t('play.new')}</a>`}
      <button class="button" @click=${this.share}>${icon('share')}${t('play.share')}</button>
      <button class="button" ?disabled=${!over && !this.fair()} aria-pressed=${preferences().evaluation} title=${t('play.evaluation.show')} @click=${this.toggleEvaluation}>${icon('bar')}${t('play.evaluation')}</button>
      ${namesButton()} ${flipButton(game, this.flip)}
    </div>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault);
    const { state, game } = this;
    if (!state || !game || (this.pace && !this.earlier)) return loading();
    const view = this.shown(state);
    const live = this.ply === null;
    const seated = Boolean(this.held.first || this.held.second);
    const free = live ? this.mine() && !this.pending && !state.seats.some((seat) => seat.open) : seated || state.turn.kind === 'over';
    const legal = free && (live || this.earlier) ? view.legal : [];
    const onMove = live ? this.play : this.branch;
    const evaluation = preferences().evaluation && (this.fair() || state.turn.kind === 'over');
    if (evaluation && view.turn.kind !== 'over') this.engine.think(this.place(this.at), { lines: 1, time_ms: 2000 });
    else if (!evaluation) this.engine.stop();
    const score = finalScore(view.turn) ?? this.engine.thought?.lines[0]?.score;
    const second = Boolean(this.held.second && !this.held.first);
    const bottom = second !== this.flipped ? 'second' : 'first';
    const board = (bottom === 'second' && game.turned) || game.board;
    const shownMoves = this.pace ? state.moves.slice(0, this.seen) : state.moves;
    const mover = view.turn.kind === 'player' ? view.turn.player : null;
    const hintMarks = live && this.hint ? bestMarks(this.hint.thought).slice(0, 1) : [];
    return html`<div class="table ${evaluation ? 'with-bar' : ''}">
      <h1 class="offscreen">${state.title}</h1>
      <section class="stage" aria-label=${t('board.label', { title: state.title })}>
        ${this.strip(other(bottom), state, game)}
        <div class="board-row">
          ${evaluation ? evalBar(score, game.board, board !== game.board) : nothing}
          ${this.board.view({
            board,
            scene: view.scene,
            label: t('board.label', { title: state.title }),
            legal,
            mover,
            last: view.last,
            best: hintMarks,
            onMove,
          })}
        </div>
        ${this.strip(bottom, state, game)}
        ${notes(view.scene)}
      </section>
      <aside class="side">
        <p class="status ${(this.pace ? view : state).turn.kind === 'over' ? 'over' : ''}" data-turn=${(this.pace ? view : state).turn.kind} data-ply=${shownMoves.length}>${this.status(state, game)}</p>
        ${state.fault ? html`<p class="fault" role="alert">${state.fault}</p>` : nothing}
        ${this.invitation(state)} ${this.drawOffer(state, game)} ${this.wishes(state, game)} ${this.hintBox()}
        ${this.pace ? this.pace.view(this.at < state.moves.length) : nothing}
        ${live || this.pace ? nothing : html`<div class="notice"><span>${t('play.earlier')}</span>
          <button class="button small" @click=${() => this.show(Infinity)}>${t('play.to_now')}</button></div>`}
        ${evaluation && score && view.turn.kind !== 'over' ? html`<p class="help">${scoreText(score)}</p>` : nothing}
        <section class="panel-box moves-box"><h2>${t('moves.title')}</h2>
          ${moveRows(shownMoves, this.at, this.show, game.pairs)}
          ${navigation(
            { first: () => this.show(0), back: () => this.show(this.at - 1), forward: () => this.show(this.at + 1), last: () => this.show(Infinity) },
            this.at > 0,
            this.at < shownMoves.length,
          )}
          ${seated && state.turn.kind !== 'over' ? typeMove(legal, onMove, live ? this.playText : this.branchText, refresh) : nothing}
        </section>
        ${seated ? nothing : html`<p class="help">${t('play.watching')}</p>`}
        ${this.actions(state, game)}
      </aside>
    </div>`;
  }
}

