// Clocks count down between the states that the server sends.
import { html, nothing } from '../html.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').State} State */

/** @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(m).padStart(h ? 2 : 1, '0')}:${String(s).padStart(2, '0')}`;
  return h ? `${h}:${tail}` : tail;
}

/** What is left on a clock now. @param {State} state @param {0|1} index @param {number} received @param {number} now */
export function left(state, index, received, now) {
  const clock = state.clocks?.[index];
  if (!clock) return 0;
  const running = state.running === (index === 0 ? 'first' : 'second');
  return clock.left_ms - (running ? now - received : 0);
}

/** @param {State} state @param {0|1} index @param {number} received @param {string} player */
export function clockView(state, index, received, player) {
  if (!state.clocks) return nothing;
  const ms = left(state, index, received, performance.now());
  const running = state.running === (index === 0 ? 'first' : 'second');
  const time = clockText(ms);
  return html`<span class="clock ${running ? 'running' : ''} ${ms < 20_000 ? 'short' : ''}" role="timer"
    aria-label=${t('play.clock', { player, time })}>${time}</span>`;
}
