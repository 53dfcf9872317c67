// Teaching `gammon`: it plays backgammon, somebody grades its plays, and its coefficients change.
// A lesson is the list of what was said in it; the server follows it from the beginning.
import * as api from '../api.js';
import { fail, refresh, say } from '../app.js';
import { BoardPart } from '../board/board.js';
import { html } from '../html.js';
import { loading, notes } from '../parts/parts.js';
import { saveFile } from '../parts/share.js';
import { keepLesson, lesson } from '../store.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

const GAME = 'backgammon';
/** What can be said by a button, besides grades. */
const SAYINGS = /** @type {const} */ ([
  ['go', 'tutor.say.go'],
  ['list 10', 'tutor.say.list'],
  ['explain', 'tutor.say.explain'],
  ['statistics', 'tutor.say.statistics'],
  ['display both', 'tutor.say.display'],
  ['sort', 'tutor.say.sort'],
  ['swap', 'tutor.say.swap'],
  ['undo', 'tutor.say.undo'],
  ['help', 'tutor.say.help'],
]);
const SIDES = /** @type {const} */ (['white', 'black']);
const GRADES = [-5, -2, 2, 5];

export class TutorRoom {
  constructor() {
    /** @type {{person:string, seed:number, commands:string[]}} */
    this.lesson = lesson() ?? { person: 'black', seed: 1, commands: [] };
    /** @type {import('../types.js').Lesson|null} */
    this.answer = null;
    /** What was said and answered, the newest last. @type {{command:string, lines:string[]}[]} */
    this.talk = [];
    /** @type {import('../types.js').Game|null} */
    this.game = null;
    /** @type {import('../types.js').View|null} */
    this.shown = null;
    this.board = new BoardPart(refresh);
    this.text = '';
    this.fault = '';
    this.busy = false;
    this.load();
  }

  title = () => t('tutor.title');

  load = async () => {
    try {
      this.fault = '';
      this.game = await api.game(GAME);
      await this.ask('', this.lesson.commands);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** Follows the lesson to its end and shows where it stands. @param {string} command @param {string[]} commands */
  async ask(command, commands) {
    const { person, seed } = this.lesson;
    const answer = await api.tutor({ person, seed, commands });
    this.answer = answer;
    if (answer.changes) this.lesson = { person, seed, commands };
    keepLesson(this.lesson);
    if (command) this.talk.push({ command: command.split('\n')[0], lines: answer.lines });
    if (answer.file) saveFile(answer.file.name, answer.file.text);
    if (answer.position) this.shown = await api.explore({ game: GAME, setup: answer.position, moves: [] });
    else if (this.shown) this.shown = { ...this.shown, legal: [] };
  }

  /** @param {string} command */
  say = async (command) => {
    if (this.busy || !command.trim()) return;
    this.busy = true;
    try {
      await this.ask(command, [...this.lesson.commands, command]);
      this.text = '';
      say(this.answer?.lines.join('. ') ?? '');
    } catch (error) {
      fail(error);
    }
    this.busy = false;
    refresh();
    const log = document.querySelector('.lesson-log');
    requestAnimationFrame(() => log?.scrollTo(0, log.scrollHeight));
  };

  /** Begins another lesson. @param {string} person */
  begin = async (person) => {
    this.lesson = { person, seed: this.lesson.seed + 1, commands: [] };
    keepLesson(this.lesson);
    this.talk = [];
    await this.load();
  };

  /** Gives a side a set from a file. @param {string} side @param {Event} event */
  open = async (side, event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (file) await this.say(`load ${side} ${file.name.replace(/\s/g, '-')}\n${await file.text()}`);
    input.value = '';
  };

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    const { game, shown, answer } = this;
    if (!game || !shown || !answer) return loading();
    const mover = shown.turn.kind === 'player' ? shown.turn.player : null;
    return html`<div class="table">
      <section class="stage" aria-label=${t('board.label', { title: game.title })}>
        <h1 class="room-title">${t('tutor.title')} <span>${answer.prompt}</span></h1>
        ${this.board.view({
          board: game.board,
          scene: shown.scene,
          label: t('board.label', { title: game.title }),
          legal: answer.asks_person ? shown.legal : [],
          mover,
          last: shown.last,
          onMove: (move) => this.say(move.text),
        })}
        ${notes(shown.scene)}
      </section>
      <aside class="side">
        <section class="panel-box"><h2>${t('tutor.lesson')}</h2>
          <p class="help">${t('tutor.text')}</p>
          <div class="lesson-log" role="log" tabindex="0" aria-label=${t('tutor.log')}>
            ${this.talk.map(({ command, lines }) => html`<p class="said">${command}</p><pre class=${lines.some((line) => line.length > 80) ? 'words' : ''}>${lines.join('\n')}</pre>`)}
          </div>
          <form class="row" @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            this.say(this.text);
          }}>
            <input class="grow" aria-label=${t('tutor.command')} placeholder=${t('tutor.command')} .value=${this.text}
              @input=${(/** @type {Event} */ event) => (this.text = /** @type {HTMLInputElement} */ (event.target).value)}>
            <button class="button small" ?disabled=${this.busy}>${t('tutor.say')}</button>
          </form>
          <div class="row wrap">${SAYINGS.map(([words, label]) => html`<button class="button small" @click=${() => this.say(words)}>${t(label)}</button>`)}</div>
          <div class="row wrap" role="group" aria-label=${t('tutor.grade')}>
            <span class="help">${t('tutor.grade')}</span>
            ${GRADES.map((grade) => html`<button class="button small" @click=${() => this.say(`grade ${grade}`)}>${grade > 0 ? '+' : '−'}${Math.abs(grade)}</button>`)}
          </div>
        </section>
        <section class="panel-box"><h2>${t('tutor.sets')}</h2>
          ${SIDES.map((side) => html`<div class="row wrap">
            <button class="button small" @click=${() => this.say(`store ${side} gammon-${side}.toml`)}>${t('tutor.store', { side: t(`tutor.${side}`) })}</button>
            <label class="button small">${t('tutor.load', { side: t(`tutor.${side}`) })}
              <input type="file" accept=".toml" class="offscreen" @change=${(/** @type {Event} */ event) => this.open(side, event)}></label>
          </div>`)}
        </section>
        <section class="panel-box"><h2>${t('tutor.again')}</h2>
          <div class="row wrap">
            <button class="button small" @click=${() => this.begin('white')}>${t('tutor.white')}</button>
            <button class="button small" @click=${() => this.begin('black')}>${t('tutor.black')}</button>
            <button class="button small" @click=${() => this.begin('')}>${t('tutor.watch')}</button>
          </div>
        </section>
      </aside>
    </div>`;
  }
}
