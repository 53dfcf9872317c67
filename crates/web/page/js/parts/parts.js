// Small things that several rooms show.
import { refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { prefer, preferences } from '../store.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {import('../types.js').Player} Player */

/** @param {Player} player @returns {0|1} */
export const index = (player) => (player === 'first' ? 0 : 1);
/** @param {Player} player @returns {Player} */
export const other = (player) => (player === 'first' ? 'second' : 'first');

/** Notes of a scene, as text under the board. @param {Scene} scene */
export function notes(scene) {
  if (scene.notes.length === 0) return nothing;
  return html`<ul class="notes" aria-label=${t('play.notes')}>
    ${scene.notes.map((note) => html`<li>${note}</li>`)}
  </ul>`;
}

export function toggleNames() {
  prefer({ names: !preferences().names });
  refresh();
}

/** Shows the names of free places, or hides them. */
export const namesButton = () =>
  html`<button class="button" aria-pressed=${preferences().names} title=${t('play.names.show')} @click=${toggleNames}>${icon('names')}${t('play.names')}</button>`;

/** A seat's name for people: `henge:level=easy` is "henge, easy". @param {import('../types.js').Seat} seat */
export function seatName(seat) {
  const [name, options] = (seat.name || t('play.person')).split(/:(?=\w+=)/);
  return options ? `${name}, ${options.split(',').map((pair) => pair.replace(/^level=/, '').replace('=', ' ')).join(', ')}` : name;
}

/** How a game ended. @param {Turn} turn @param {[string,string]} players */
export function resultText(turn, players) {
  if (turn.kind !== 'over') return '';
  const by = turn.reason === 'board' || turn.reason === 'unknown' ? '' : ` ${t(`play.by.${turn.reason}`)}`;
  if (!turn.winner) return t('play.draw') + by;
  const player = players[index(turn.winner)];
  return (turn.points > 1 ? t('play.wins_points', { player, points: turn.points }) : t('play.wins', { player })) + by;
}

/** The same for whoever has played. @param {Turn & {kind:'over'}} turn @param {boolean} won */
export function ownResult(turn, won) {
  const by = turn.reason === 'board' || turn.reason === 'unknown' ? '' : ` ${t(`play.by.${turn.reason}`)}`;
  const points = turn.points > 1 ? t('play.points', { points: turn.points }) : '';
  return t(won ? 'play.you_won' : 'play.you_lost') + points + by;
}

/** Turns the board, where both sides see it from their own. @param {import('../types.js').Game} game @param {() => void} flip */
export const flipButton = (game, flip) =>
  game.turned ? html`<button class="button" title=${t('board.flip.key')} @click=${flip}>${icon('swap')}${t('board.flip')}</button>` : nothing;

/** The judgement of a game that is over; none while it goes on. @param {Turn} turn @returns {import('../types.js').Score|null} */
export function finalScore(turn) {
  if (turn.kind !== 'over') return null;
  const bar = turn.winner === null ? 0 : turn.winner === 'first' ? 1 : -1;
  const text = bar === 0 ? '½–½' : bar > 0 ? '1–0' : '0–1';
  return { text, short: text, kind: 'proved', bar, expected: (bar + 1) / 2 };
}

/** While something is on its way. */
export const loading = () => html`<p class="loading" role="status"><span class="pulse" aria-hidden="true"></span>${t('app.loading')}</p>`;
