// How saved games went on from the position, and what the book of the game says.
import * as api from '../api.js';
import { refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { t } from '../texts.js';
import { scoreText } from './eval_bar.js';

/** @typedef {import('../types.js').Opening} Opening */

export class Openings {
  /** @type {{moves:Opening[], counts:boolean}|null} */
  found = null;
  key = '';

  /** Asks for this position. @param {import('../api.js').Place} place */
  async look(place) {
    const key = JSON.stringify(place);
    if (key === this.key) return;
    this.key = key;
    const found = await api.openings(place).catch(() => null);
    if (key !== this.key) return;
    this.found = found;
    refresh();
  }

  /** @param {[string,string]} players @param {string[]} legal moves that can be played @param {(move:{text:string}) => void} onMove */
  view(players, legal, onMove) {
    const { found } = this;
    if (!found || found.moves.length === 0) return nothing;
    return html`<section class="panel-box"><h2>${t('openings.title')}</h2>
      <table class="openings"><thead><tr><th scope="col">${t('openings.move')}</th><th scope="col">${t('openings.games')}</th>
        <th scope="col">${players[0]}</th><th scope="col">${t('openings.drawn')}</th><th scope="col">${players[1]}</th><th scope="col">${t('openings.book')}</th></tr></thead>
      <tbody>${found.moves.slice(0, 20).map(
        (each) => html`<tr><th scope="row"><button class="button small quiet" ?disabled=${!legal.includes(each.move)} @click=${() => onMove({ text: each.move })}>${each.move}</button></th>
          ${[each.games, each.first, each.drawn, each.second].map((n) => html`<td>${each.games ? n : ''}</td>`)}<td title=${each.book ? scoreText(each.book) : ''}>${each.book?.short ?? ''}</td></tr>`,
      )}</tbody></table>
      <p class="help">${t(found.counts ? 'openings.text' : 'openings.text_book')}</p>
    </section>`;
  }
}
