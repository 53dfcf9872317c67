// The analysis board: any line, the engine's view of it, and the review of a whole game.
import * as api from '../api.js';
import { fail, go, refresh, say } from '../app.js';
import { BoardPart } from '../board/board.js';
import { token } from '../board/figure.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { Engine, bestMarks, effort, lineList } from '../parts/engine.js';
import { evalBar, scoreText } from '../parts/eval_bar.js';
import { segments } from '../parts/form.js';
import { graph } from '../parts/graph.js';
import { moveTree, navigation } from '../parts/moves.js';
import { hasOverlay, layersOf, overlayPanel, overlayView } from '../parts/overlay.js';
import { finalScore, flipButton, index, loading, namesButton, notes, resultText, toggleNames } from '../parts/parts.js';
import { Openings } from '../parts/openings.js';
import { openRecordDialog } from '../parts/record.js';
import { openShareDialog } from '../parts/share.js';
import { typeMove } from '../parts/type_move.js';
import * as tree from '../parts/tree.js';
import { movesOf, to } from '../router.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Score} Score */
/** @typedef {import('../types.js').Reviewed} Reviewed */
/** @typedef {import('../parts/tree.js').Node} Node */

/** A record on its way here: addresses have no room for variations and comments. @type {GameRecord|null} */
let brought = null;

/** Keeps a record for the analysis room. @param {GameRecord} record @returns {string} where to go */
export function keepRecord(record) {
  brought = record;
  return to.analysis(record.game, { setup: record.setup, moves: record.moves.map((node) => node.move) });
}

export class Analysis {
  /** @param {URLSearchParams} query */
  constructor(query) {
    this.board = new BoardPart(refresh);
    this.engine = new Engine(refresh);
    this.openings = new Openings();
    this.engineOn = true;
    this.lines = 3;
    /** @type {Game|null} */
    this.game = null;
    /** @type {View|null} */
    this.shown = null;
    /** Of which node the view is. @type {Node|null} */
    this.shownNode = null;
    this.root = tree.root();
    this.now = this.root;
    this.name = '';
    /** Whether the board is seen from the second player's side. */
    this.flipped = false;
    /** @type {string|null} */
    this.setup = null;
    /** @type {Record<string,string>} */
    this.tags = {};
    this.fault = '';
    /** @type {{stopper:AbortController, ply:number, all:number}|null} */
    this.reviewing = null;
    /** What the review says in the end, of the line it was made for. @type {{review:import('../types.js').Review, line:Node[]}|null} */
    this.found = null;
    /** @type {import('../parts/overlay.js').Layer} */
    this.layer = 'none';
    /** @type {import('../types.js').Overlay|null} */
    this.overlay = null;
    this.overlayKey = '';
    /** @type {number|null} */
    this.group = null;
    /** The address this room wrote itself. */
    this.written = '';
    this.load(query);
  }

  stop() {
    this.engine.stop();
    this.reviewing?.stopper.abort();
  }

  title = () => (this.game ? `${t('analysis.title')}: ${this.game.title}` : t('analysis.title'));

  /** The address changed; ours, or one that was typed or gone back to. @param {URLSearchParams} query */
  moved(query) {
    if (location.hash === this.written) return true;
    if (query.get('game') !== this.name || (query.get('setup') ?? null) !== this.setup || brought) return false;
    const moves = movesOf(query);
    const ply = query.has('ply') ? Number(query.get('ply')) : moves.length;
    this.select(tree.addLine(this.root, moves.slice(0, ply)));
    return true;
  }

  /** @param {URLSearchParams} query */
  async load(query) {
    this.name = query.get('game') ?? '';
    this.setup = query.get('setup') || null;
    const moves = movesOf(query);
    const ply = query.has('ply') ? Number(query.get('ply')) : moves.length;
    try {
      this.game = await api.game(this.name);
    } catch (error) {
      this.fault = error instanceof api.ApiError && error.code === 'offline' ? t('app.offline') : error instanceof Error ? error.message : String(error);
      refresh();
      return;
    }
    if (brought && brought.game === this.name) {
      this.root = tree.fromRecord(brought.moves);
      this.tags = brought.tags ?? {};
      this.now = this.root;
    }
    brought = null;
    const line = tree.addLine(this.root, moves);
    const nodes = tree.lineTo(line);
    // A move that is not legal ends the line before it, so that the rest of an address still helps.
    try {
      const view = await api.explore({ game: this.name, setup: this.setup, moves });
      tree.keepPlayers(line, view.moves);
    } catch (error) {
      fail(error);
      const good = await this.legalPart(moves);
      if (nodes[good]) tree.remove(nodes[good]);
      this.select(good > 0 ? nodes[good - 1] : this.root);
      return;
    }
    this.select(ply > 0 ? (nodes[ply - 1] ?? line) : this.root);
  }

  /** How many of the moves can be played. @param {string[]} moves */
  async legalPart(moves) {
    let [good, bad] = [0, moves.length];
    while (bad - good > 1) {
      const n = (good + bad) >> 1;
      const view = await api.explore({ game: this.name, setup: this.setup, moves: moves.slice(0, n) }).catch(() => null);
      if (view) good = n;
      else bad = n;
    }
    return good;
  }

  /** @param {Node} node */
  place(node) {
    return { game: this.name, setup: this.setup, moves: tree.movesTo(node) };
  }

  /** @param {Node} node */
  select = async (node) => {
    this.now = node;
    this.board.letGo();
    this.group = null;
    const line = tree.lineThrough(node).map((each) => each.move);
    const ply = tree.lineTo(node).length;
    if (this.shown) say(ply === 0 ? t('say.at_start') : t('say.at', { n: ply, move: node.move }));
    this.written = to.analysis(this.name, { setup: this.setup, moves: line, ply });
    history.replaceState(null, '', this.written);
    refresh();
    try {
      const view = await api.explore(this.place(node));
      if (this.now !== node) return;
      this.shown = view;
      this.shownNode = node;
      tree.keepPlayers(node, view.moves);
      node.score = finalScore(view.turn) ?? node.score;
      this.think();
      this.loadOverlay();
      this.openings.look(this.place(node));
      refresh();
    } catch (error) {
      fail(error);
    }
  };

  think() {
    const { now, shown } = this;
    // Before a roll nobody has to decide anything.
    if (!this.engineOn || shown?.turn.kind !== 'player') {
      this.engine.stop();
      return;
    }
    this.engine.think(this.place(now), { lines: this.lines, time_ms: 15_000 }, (thought) => {
      const score = thought.lines[0]?.score;
      if (score) now.score = score;
    });
  }

  async loadOverlay() {
    if (this.layer === 'none' || !hasOverlay(this.game)) return;
    const place = this.place(this.now);
    const key = JSON.stringify(place);
    if (key === this.overlayKey) return;
    this.overlayKey = key;
    try {
      const overlay = await api.overlay(place);
      if (key !== this.overlayKey) return;
      this.overlay = overlay;
    } catch (error) {
      this.overlay = null;
      fail(error);
    }
    refresh();
  }

  /** @param {{text:string}} move */
  play = (move) => this.select(tree.add(this.now, move.text));

  /** Plays what somebody has typed, if the server can read it. @param {string} text */
  playText = async (text) => this.play({ text: await api.readMove(this.place(this.now), text) });

  /** @param {string[]} moves */
  playLine = (moves) => this.select(tree.addLine(this.now, moves));

  step = {
    first: () => this.select(this.root),
    back: () => this.now.parent && this.select(this.now.parent),
    forward: () => this.now.children[0] && this.select(this.now.children[0]),
    last: () => this.select(tree.lineThrough(this.now).at(-1) ?? this.root),
  };

  toggleEngine = () => {
    this.engineOn = !this.engineOn;
    this.think();
    say(t(this.engineOn ? 'analysis.engine.on' : 'analysis.engine.off'));
    refresh();
  };

  review = async () => {
    const line = tree.lineThrough(this.now);
    const stopper = new AbortController();
    this.reviewing = { stopper, ply: 0, all: line.length };
    this.found = null;
    this.engine.stop();
    refresh();
    try {
      const body = { game: this.name, setup: this.setup, moves: line.map((node) => node.move), time_ms: 400 };
      for await (const { event, data } of api.review(body, stopper.signal)) {
        if (event === 'ply') this.take(line, data);
        if (event === 'fault') throw new Error(data.error?.message ?? '');
        if (event === 'done') {
          this.found = { review: data, line };
        }
        refresh();
      }
    } catch (error) {
      if (!stopper.signal.aborted) fail(error);
    }
    this.reviewing = null;
    this.think();
    refresh();
  };

  /** @param {Node[]} line @param {Reviewed} reviewed */
  take(line, reviewed) {
    const node = line[reviewed.ply - 1];
    if (this.reviewing) this.reviewing.ply = reviewed.ply;
    if (!node) return;
    node.review = reviewed;
    if (reviewed.score) node.score = reviewed.score;
  }

  stopReview = () => {
    this.reviewing?.stopper.abort();
    this.reviewing = null;
    this.think();
    refresh();
  };

  share = () => {
    const { shown } = this;
    if (!shown) return;
    const place = this.place(this.now);
    openShareDialog({
      link: location.href,
      ...place,
      position: shown.position,
      forms: this.game?.forms,
      record: (form) => api.writeRecord({ game: this.name, setup: this.setup, moves: tree.toRecord(this.root), tags: this.tags, form }),
    });
  };

  loadRecord = () =>
    openRecordDialog((record) => {
      const hash = keepRecord(record);
      if (hash === location.hash) window.dispatchEvent(new HashChangeEvent('hashchange'));
      else go(hash);
    });

  flip = () => {
    this.flipped = Boolean(this.game?.turned) && !this.flipped;
    refresh();
  };

  keys() {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: this.step.back,
      ArrowRight: this.step.forward,
      '[': this.step.back,
      ']': this.step.forward,
      Home: this.step.first,
      End: this.step.last,
      e: this.toggleEngine,
      f: this.flip,
      n: () => go(to.newGame(this.name)),
      '/': () => document.getElementById('type-move')?.focus(),
      '#': toggleNames,
      ...this.board.keys(),
    };
    return keys;
  }

  /** @param {Game} game @param {View} view */
  enginePanel(game, view) {
    const { engine } = this;
    return html`<section class="panel-box engine">
      <header class="panel-head"><h2>${t('analysis.engine')}</h2>
        <label class="switch"><input type="checkbox" role="switch" .checked=${this.engineOn} @change=${this.toggleEngine}><span>${t(this.engineOn ? 'analysis.engine.on' : 'analysis.engine.off')}</span></label>
      </header>
      ${view.turn.kind === 'over'
        ? html`<p class="status over">${resultText(view.turn, game.players)}</p>`
        : !this.engineOn
          ? html`<p class="help">${t('analysis.off')}</p>`
          : engine.fault
            ? html`<p class="fault">${engine.fault}</p>`
            : html`${engine.thought ? lineList(engine.thought, this.playLine) : html`<p class="help">${t('analysis.no_lines')}</p>`}
                <div class="panel-head">${effort(engine)}
                  ${segments({
                    name: 'lines',
                    legend: t('analysis.lines'),
                    hideLegend: true,
                    value: String(this.lines),
                    options: ['1', '3', '5'].map((value) => ({ value, label: value })),
                    onChange: (value) => {
                      this.lines = Number(value);
                      this.think();
                      refresh();
                    },
                  })}</div>
                ${engine.thought && engine.thought.why.length > 0
                  ? html`<details open><summary>${t('analysis.why')}</summary><ul class="why">${engine.thought.why.map((why) => html`<li>${why}</li>`)}</ul></details>`
                  : nothing}`}
    </section>`;
  }

  /** @param {Game} game */
  reviewPanel(game) {
    const line = tree.lineThrough(this.now);
    const { reviewing, found } = this;
    const turning = (found?.review.turning_points ?? []).flatMap((ply) => found?.line[ply - 1] ?? []);
    const remark = this.now.review;
    if (line.length === 0) return nothing;
    const scores = [this.root, ...line].map((node) => node.score);
    const plies = turning.map((node) => tree.lineTo(node).length).filter((ply) => line[ply - 1] && turning.includes(line[ply - 1]));
    return html`<section class="panel-box">
      <h2>${t('analysis.graph')}</h2>
      ${graph({ scores, ply: tree.lineTo(this.now).length, turning: plies, player: game.players[0], board: game.board, onPly: (ply) => this.select(ply === 0 ? this.root : (line[ply - 1] ?? this.now)) })}
      ${reviewing
        ? html`<p class="row"><progress max=${reviewing.all} value=${reviewing.ply} aria-label=${t('analysis.review')}></progress>
            <span class="help">${t('analysis.reviewing', { ply: reviewing.ply, all: reviewing.all })}</span>
            <button class="button small" @click=${this.stopReview}>${t('analysis.review.stop')}</button></p>`
        : html`<button class="button" @click=${this.review}>${icon('bar')}${t('analysis.review')}</button>`}
      ${remark?.loss && remark.mark !== 'good'
        ? html`<p><b>${this.now.move}</b> <span class="tag mark-${remark.mark}">${t(`analysis.mark.${remark.mark}`)}</span>
            ${remark.mark === 'only' ? nothing : t('analysis.review.loss', { loss: remark.loss })}${remark.best ? html`; ${t('analysis.turning.better', { move: remark.line.slice(0, 6).join(' ') })}` : nothing}</p>
            ${(remark.why ?? []).map((sentence) => html`<p class="help">${sentence}</p>`)}`
        : nothing}
      ${found
        ? html`<h3>${t('analysis.turning')}</h3>
            <p class="help">${found.review.verdict}</p>
            <ul class="turning-points">${turning.map(
              (node) => html`<li><button class="button small quiet" @click=${() => this.select(node)}>
                <b>${t('analysis.turning.at', { n: tree.numberOf(node, game.pairs) ?? '', move: node.move })}</b>
                ${node.review ? html`<span class="tag mark-${node.review.mark}">${t(`analysis.mark.${node.review.mark}`)}</span>` : nothing}
                ${node.review?.best ? html`<span class="help">${t('analysis.turning.better', { move: node.review.best })}</span>` : nothing}
              </button></li>`,
            )}</ul>
            ${found.review.sides.flat().map((sentence) => html`<p class="help">${sentence}</p>`)}`
        : nothing}
    </section>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault);
    const { game, shown: view, now } = this;
    if (!game || !view) return loading();
    const fresh = this.shownNode === now;
    const mover = view.turn.kind === 'player' ? view.turn.player : null;
    const legal = fresh ? view.legal : [];
    const best = this.engineOn && fresh ? bestMarks(this.engine.thought) : [];
    const score = finalScore(view.turn) ?? (this.engineOn && fresh ? this.engine.thought?.lines[0]?.score : null) ?? now.score;
    const board = (this.flipped && game.turned) || game.board;
    const drawn = this.board.layout(board);
    const occupied = new Set(view.scene.pieces.map((piece) => piece.site));
    return html`<div class="table with-bar analysis">
      <section class="stage" aria-label=${t('board.label', { title: game.title })}>
        <h1 class="room-title">${game.title} <span>${t('analysis.title')}</span></h1>
        <div class="board-row">
          ${evalBar(score, game.board, this.flipped)}
          ${this.board.view({
            board,
            scene: view.scene,
            label: t('board.label', { title: game.title }),
            legal,
            mover,
            last: view.last,
            best,
            over: overlayView(this.layer, this.overlay, drawn, occupied, this.group),
            onMove: this.play,
          })}
        </div>
        <p class="turn-line">${mover ? html`${token(game.board, mover)} ${t('play.turn', { player: game.players[index(mover)] })}` : resultText(view.turn, game.players)}
          <span class="help">${score && view.turn.kind !== 'over' ? scoreText(score) : nothing}</span></p>
        ${notes(view.scene)}
      </section>
      <aside class="side">
        ${this.enginePanel(game, view)}
        <section class="panel-box moves-box"><h2>${t('moves.title')}</h2>
          ${moveTree(this.root, { current: now, onNode: this.select, pairs: game.pairs })}
          ${navigation(this.step, now.parent !== null, now.children.length > 0)}
          ${typeMove(legal, this.play, this.playText, refresh)}
          ${now.parent
            ? html`<div class="row">
                ${tree.isMain(now) ? nothing : html`<button class="button small quiet" @click=${() => {
                  tree.promote(now);
                  refresh();
                }}>${t('analysis.promote')}</button>`}
                <button class="button small quiet" @click=${() => this.select(tree.remove(now))}>${icon('trash')}${t('analysis.delete')}</button>
              </div>`
            : nothing}
        </section>
        ${this.openings.view(game.players, legal.map((move) => move.text), this.play)}
        ${this.reviewPanel(game)}
        ${hasOverlay(game)
          ? overlayPanel({
              layers: layersOf(game),
              layer: this.layer,
              overlay: this.overlay,
              board: game.board,
              players: game.players,
              group: this.group,
              onLayer: (layer) => {
                this.layer = layer;
                this.group = null;
                this.loadOverlay();
                refresh();
              },
              onGroup: (group) => {
                this.group = group;
                refresh();
              },
            })
          : nothing}
        <div class="actions">
          <a class="button" href=${to.newGame(this.name, this.place(now))}>${icon('play')}${t('analysis.play')}</a>
          ${game.has.editor ? html`<a class="button" href=${to.editor(this.name, view.position)}>${icon('edit')}${t('analysis.edit')}</a>` : nothing}
          <button class="button" @click=${this.loadRecord}>${icon('load')}${t('analysis.load')}</button>
          <button class="button" @click=${this.share}>${icon('share')}${t('play.share')}</button>
          ${namesButton()} ${flipButton(game, this.flip)}
        </div>
      </aside>
    </div>`;
  }
}
