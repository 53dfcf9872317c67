// How good the position is, as a bar beside the board and in words.
import { html, svg, nothing } from '../html.js';
import { t } from '../texts.js';
import { sideClass } from '../board/figure.js';

/** @typedef {import('../types.js').Score} Score */
/** @typedef {import('../types.js').Board} Board */

/** @param {Score|null|undefined} score */
export function scoreKind(score) {
  return score ? t(/** @type {import('../texts.js').Key} */ (`score.${score.kind}`)) : t('score.none');
}

/** The score in words. @param {Score|null|undefined} score */
export function scoreText(score) {
  return score ? `${score.text} (${scoreKind(score)})` : t('score.none');
}

/** @param {Score|null|undefined} score @param {Board|null} board @param {boolean} [turned] the second player is below */
export function evalBar(score, board, turned = false) {
  const bar = Math.max(-1, Math.min(1, score?.bar ?? 0));
  const share = 50 + 48 * bar + (Math.abs(bar) === 1 ? 2 * bar : 0);
  const label = t('score.bar', { score: score?.text ?? t('score.none'), kind: scoreKind(score) });
  return html`<div class="eval-bar" role="img" aria-label=${label} title=${label}>
    <svg class="board-colours" viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-${sideClass(board, 'second')}" x="0" y="0" width="10" height="100"></rect>
      ${svg`<rect class="bar-${sideClass(board, 'first')}" x="0" y=${turned ? 0 : 100 - share} width="10" height=${share}></rect>`}
      <line class="bar-middle" x1="0" x2="10" y1="50" y2="50"></line>
    </svg>
    ${score ? html`<span class="eval-text">${score.short}</span>` : nothing}
  </div>`;
}
