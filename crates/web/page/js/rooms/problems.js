// Problems: positions with one best move, each asked on a board.
import * as api from '../api.js';
import { fail, refresh, say } from '../app.js';
import { BoardPart } from '../board/board.js';
import { html, nothing } from '../html.js';
import { flipButton, loading, notes } from '../parts/parts.js';
import { typeMove } from '../parts/type_move.js';
import { to } from '../router.js';
import { attempts, keepAttempt } from '../store.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

export class Problems {
  /** @param {string} name the game; the choice between all of them if it is empty */
  constructor(name) {
    this.name = name;
    this.board = new BoardPart(refresh);
    /** @type {import('../types.js').ProblemSet[]|null} */
    this.sets = null;
    /** @type {import('../types.js').ProblemQuestion|null} */
    this.asked = null;
    /** What was said to the answer. @type {import('../types.js').ProblemAnswer|null} */
    this.answered = null;
    /** @type {import('../types.js').Game|null} */
    this.game = null;
    /** @type {import('../types.js').View|null} */
    this.shown = null;
    this.flipped = false;
    this.fault = '';
    this.load();
  }

  title = () => (this.game ? `${t('problems.title')}: ${this.game.title}` : t('problems.title'));

  load = async () => {
    try {
      this.fault = '';
      if (!this.name) {
        this.sets = await api.problems();
      } else {
        const asked = await api.nextProblem(this.name, attempts(this.name));
        if (this.game?.name !== asked.game) this.game = await api.game(asked.game);
        this.shown = await api.explore({ game: asked.game, setup: asked.position, moves: [] });
        [this.asked, this.answered] = [asked, null];
        say(asked.question);
      }
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** Answers with a move, or gives up without one. @param {string} [move] */
  answer = async (move) => {
    const { asked } = this;
    if (!asked || this.answered) return;
    try {
      // A move may be typed in another way than the game writes it.
      const after = move ? await api.explore({ game: asked.game, setup: asked.position, moves: [move] }) : null;
      const answered = await api.answerProblem(this.name, asked.id, after?.moves[0]?.text);
      keepAttempt(this.name, { problem: asked.id, right: answered.right });
      this.answered = answered;
      if (after) this.shown = after;
      say(this.verdict());
    } catch (error) {
      fail(error);
    }
    refresh();
  };

  flip = () => {
    this.flipped = !this.flipped;
    refresh();
  };

  verdict() {
    if (!this.answered) return '';
    return `${t(this.answered.right ? 'problems.right' : 'problems.wrong')} ${this.answered.answer}`;
  }

  /** @param {import('../types.js').ProblemSet[]} sets */
  choice(sets) {
    return html`<div class="home">
      <h1>${t('problems.title')}</h1>
      <p>${t('problems.lead')}</p>
      <ul class="cards">${sets.map(
        ({ game, title, problems }) => html`<li><a class="card" href=${to.problems(game)}>
          <span class="card-text"><strong>${title}</strong><span>${t('problems.count', { n: problems })}</span></span>
        </a></li>`,
      )}</ul>
    </div>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    if (this.sets) return this.choice(this.sets);
    const { game, shown, asked, answered } = this;
    if (!game || !shown || !asked) return loading();
    const label = t('board.label', { title: game.title });
    const legal = answered ? [] : shown.legal;
    const mover = shown.turn.kind === 'player' ? shown.turn.player : null;
    return html`<div class="table">
      <section class="stage" aria-label=${label}>
        <h1 class="room-title">${game.title} <span>${t('problems.title')}</span></h1>
        <div class="board-row">${this.board.view({
          board: (this.flipped && game.turned) || game.board,
          scene: shown.scene,
          label,
          legal,
          mover,
          last: shown.last,
          onMove: (move) => this.answer(move.text),
        })}</div>
        <p class="turn-line">${answered ? this.verdict() : asked.question}</p>
        ${notes(shown.scene)}
      </section>
      <aside class="side">
        <section class="panel-box"><h2>${t('problems.grade', { grade: asked.grade, hardest: asked.hardest })}</h2>
          <p class="help">${t('problems.tally', { tried: asked.tried, found: asked.found, n: asked.problems })}</p>
          ${answered ? nothing : typeMove(legal, (move) => this.answer(move.text), (text) => this.answer(text), refresh)}
          <div class="row wrap">
            ${answered
              ? html`<button class="button primary" @click=${this.load}>${t('problems.next')}</button>
                <a class="button quiet" href=${to.analysis(asked.game, { setup: asked.position, moves: [answered.best] })}>${t('problems.analyse')}</a>`
              : html`<button class="button quiet" @click=${() => this.answer()}>${t('problems.show')}</button>`}
            ${flipButton(game, this.flip)}
          </div>
        </section>
        <p><a class="button quiet" href=${to.problems()}>${t('problems.all')}</a></p>
      </aside>
    </div>`;
  }
}
