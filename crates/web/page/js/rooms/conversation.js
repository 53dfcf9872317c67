// Conversations with programs: a board, what was said, and what there is to say. The server lists who can be talked to.
// A conversation is the list of what was said in it; the server follows it from the beginning.
import * as api from '../api.js';
import { fail, refresh, say } from '../app.js';
import { BoardPart } from '../board/board.js';
import { html, nothing } from '../html.js';
import { loading, notes } from '../parts/parts.js';
import { saveFile } from '../parts/share.js';
import { to } from '../router.js';
import { conversation, keepConversation } from '../store.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** Sentences are broken into lines, drawings and tables are not. @param {string} said @param {string[]} lines */
const isWords = (said, lines) => !lines.some((line) => line.includes('\n')) && lines.some((line) => line.length > (said ? 80 : 40));

export class ConversationRoom {
  /** @param {string} name whom to talk with; the first one if it is empty */
  constructor(name) {
    this.name = name;
    /** @type {import('../types.js').Talk[]} */
    this.all = [];
    /** @type {import('../types.js').Talk|null} */
    this.about = null;
    /** @type {{way:string, seed:number, lines:string[]}} */
    this.said = { way: '', seed: 1, lines: [] };
    /** @type {import('../types.js').Conversation|null} */
    this.answer = null;
    /** What was said and answered, the newest last. @type {{line:string, lines:string[]}[]} */
    this.log = [];
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

  title = () => this.about?.title ?? t('talk.title');

  load = async () => {
    try {
      this.fault = '';
      this.all = await api.conversations();
      const about = this.all.find((talk) => talk.name === this.name) ?? (this.name ? undefined : this.all[0]);
      if (!about) throw new Error(t('talk.nobody'));
      this.about = about;
      this.said = conversation(about.name) ?? { way: about.ways[0]?.name ?? '', seed: 1, lines: [] };
      this.game = await api.game(about.game);
      await this.ask('', this.said.lines);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** Follows the conversation to its end and shows where it stands. @param {string} line @param {string[]} lines */
  async ask(line, lines) {
    const { about } = this;
    if (!about) return;
    const { way, seed } = this.said;
    const answer = await api.converse({ name: about.name, way, seed, lines });
    this.answer = answer;
    if (answer.changes) this.said = { way, seed, lines };
    keepConversation(about.name, this.said);
    if (line || !lines.length) this.log.push({ line: line.split('\n')[0], lines: answer.lines });
    if (answer.file) saveFile(answer.file.name, answer.file.text);
    if (answer.position) this.shown = await api.explore({ game: about.game, setup: answer.position, moves: [] });
    else if (this.shown) this.shown = { ...this.shown, legal: [] };
  }

  /** @param {string} line */
  say = async (line) => {
    if (this.busy || !line.trim()) return;
    this.busy = true;
    refresh();
    try {
      await this.ask(line, [...this.said.lines, line]);
      this.text = '';
      say(this.answer?.lines.join('. ') ?? '');
    } catch (error) {
      fail(error);
    }
    this.busy = false;
    refresh();
    const log = document.querySelector('.talk-log');
    requestAnimationFrame(() => log?.scrollTo(0, log.scrollHeight));
  };

  /** Begins another one. @param {string} way */
  begin = async (way) => {
    if (!this.about) return;
    this.said = { way, seed: this.said.seed + 1, lines: [] };
    keepConversation(this.about.name, this.said);
    this.log = [];
    await this.load();
  };

  /** Says something with a file. @param {string} words @param {Event} event */
  open = async (words, event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (file) await this.say(`${words} ${file.name.replace(/\s/g, '-')}\n${await file.text()}`);
    input.value = '';
  };

  /** @param {import('../types.js').Saying} saying @param {string} kind */
  button(saying, kind) {
    if (saying.wants_file) {
      return html`<label class="button small">${saying.does}
        <input type="file" class="offscreen" @change=${(/** @type {Event} */ event) => this.open(saying.says, event)}></label>`;
    }
    return html`<button class=${kind} ?disabled=${this.busy} @click=${() => this.say(saying.says)}>${saying.does}</button>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    const { about, game, shown, answer } = this;
    if (!about || !game || !shown || !answer) return loading();
    const mover = shown.turn.kind === 'player' ? shown.turn.player : null;
    const others = this.all.filter((talk) => talk !== about);
    return html`<div class="table">
      <section class="stage" aria-label=${t('board.label', { title: game.title })}>
        <h1 class="room-title">${about.title} <span>${this.busy ? t('talk.thinks') : answer.prompt}</span></h1>
        ${this.board.view({
          board: game.board,
          scene: shown.scene,
          label: t('board.label', { title: game.title }),
          legal: answer.asks_for_move && !this.busy ? shown.legal : [],
          mover,
          last: shown.last,
          onMove: (move) => this.say(move.text),
        })}
        ${notes(shown.scene)}
      </section>
      <aside class="side">
        <section class="panel-box"><h2>${t('talk.title')}</h2>
          <p class="help">${about.about}</p>
          <div class="talk-log" role="log" tabindex="0" aria-label=${t('talk.log')}>
            ${this.log.map(({ line, lines }) => html`${line ? html`<p class="said">${line}</p>` : nothing}<pre tabindex="0" class=${isWords(line, lines) ? 'words' : ''}>${lines.join('\n')}</pre>`)}
          </div>
          <form class="row" @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            this.say(this.text);
          }}>
            <input class="grow" aria-label=${t('talk.line')} placeholder=${t('talk.line')} .value=${this.text}
              @input=${(/** @type {Event} */ event) => (this.text = /** @type {HTMLInputElement} */ (event.target).value)}>
            <button class="button small" ?disabled=${this.busy}>${t('talk.say')}</button>
          </form>
          <div class="row wrap">${answer.suggestions.map((saying) => this.button(saying, 'button small primary'))}
            ${about.sayings.map((saying) => this.button(saying, 'button small'))}</div>
          <details><summary>${t('talk.commands')}</summary>
            <dl>${about.commands.map(({ says, does }) => html`<dt><code>${says}</code></dt><dd>${does}</dd>`)}</dl>
          </details>
        </section>
        <section class="panel-box"><h2>${t('talk.again')}</h2>
          <div class="row wrap">${about.ways.map((way) => html`<button class="button small" @click=${() => this.begin(way.name)}>${way.title}</button>`)}</div>
        </section>
        ${
          others.length
            ? html`<section class="panel-box"><h2>${t('talk.others')}</h2>
          <div class="row wrap">${others.map((talk) => html`<a class="button small quiet" href=${to.talk(talk.name)}>${talk.title}</a>`)}</div>
        </section>`
            : nothing
        }
      </aside>
    </div>`;
  }
}
