// Accepting an invitation.
import * as api from '../api.js';
import { fail, go, refresh } from '../app.js';
import { still } from '../board/still.js';
import { html, nothing } from '../html.js';
import { index, loading } from '../parts/parts.js';
import { to } from '../router.js';
import { keepSeats, prefer, preferences, seats } from '../store.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

export class Join {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {import('../types.js').State|null} */
    this.state = null;
    /** @type {import('../types.js').Game|null} */
    this.game = null;
    this.fault = '';
    this.name = preferences().name;
    this.busy = false;
    this.load();
  }

  title = () => (this.state ? t('join.title', { title: this.state.title }) : '');

  load = async () => {
    const held = seats(this.id);
    if (held.first || held.second) {
      location.replace(to.play(this.id));
      return;
    }
    try {
      this.fault = '';
      this.state = await api.match(this.id);
      this.game = await api.game(this.state.game);
    } catch (error) {
      this.fault = error instanceof api.ApiError && error.status === 404 ? t('nowhere.no_match') : t('app.offline');
    }
    refresh();
  };

  /** @param {Event} event */
  accept = async (event) => {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    prefer({ name: this.name });
    try {
      const { player, token } = await api.join(this.id, this.name.trim());
      keepSeats(this.id, { [player]: token });
      location.replace(to.play(this.id));
    } catch (error) {
      this.busy = false;
      fail(error);
      this.load();
    }
  };

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    const { state, game } = this;
    if (!state || !game) return loading();
    const open = state.seats.findIndex((seat) => seat.open);
    const host = state.seats[open === 0 ? 1 : 0];
    return html`<form class="invitation" @submit=${this.accept}>
      <div class="new-picture">${still(game.board, state.scene, t('new.picture', { title: state.title }), state.last)}</div>
      <div class="stack">
        <h1>${t('join.title', { title: state.title })}</h1>
        ${open < 0
          ? html`<p>${t('join.full')}</p>`
          : html`<p>${t('join.text', { name: host.name || t('join.someone'), player: game.players[index(open === 0 ? 'first' : 'second')] })}</p>
              <div class="field"><label for="join-name">${t('new.name')}</label>
                <input id="join-name" maxlength="40" autocomplete="nickname" .value=${this.name}
                  @input=${(/** @type {Event} */ event) => (this.name = /** @type {HTMLInputElement} */ (event.target).value)}></div>`}
        <div class="row">
          ${open < 0 ? nothing : html`<button class="button primary large" ?disabled=${this.busy}>${t('join.accept')}</button>`}
          <button type="button" class="button quiet" @click=${() => go(to.play(this.id))}>${t('join.watch')}</button>
        </div>
      </div>
    </form>`;
  }
}
