// The evaluation over the whole game.
import { html, svg, nothing } from '../html.js';
import { t } from '../texts.js';
import { scoreText } from './eval_bar.js';
import { sideClass } from '../board/figure.js';

/** @typedef {import('../types.js').Score} Score */
/** @typedef {import('../types.js').Board} Board */

const [WIDE, HIGH] = [600, 120];

/**
 * The points of the curve; places without a score are left out.
 * @param {(Score|null)[]} scores one a position, from the first on
 * @returns {[number,number][]}
 */
export function curve(scores) {
  const step = WIDE / Math.max(1, scores.length - 1);
  return scores.flatMap((score, i) =>
    score ? [/** @type {[number,number]} */ ([Math.round(i * step * 10) / 10, Math.round((HIGH / 2) * (1 - score.bar * 0.94) * 10) / 10])] : [],
  );
}

/**
 * @param {object} of
 * @param {(Score|null)[]} of.scores
 * @param {number} of.ply where we are
 * @param {number[]} of.turning plies that turned the game
 * @param {string} of.player the first player's name
 * @param {Board|null} of.board
 * @param {(ply:number) => void} of.onPly
 */
export function graph({ scores, ply, turning, player, board, onPly }) {
  const points = curve(scores);
  const judged = points.length;
  if (judged < 2) return nothing;
  const step = WIDE / Math.max(1, scores.length - 1);
  const line = points.map((point) => point.join(',')).join(' ');
  const area = `${points[0][0]},${HIGH / 2} ${line} ${points[points.length - 1][0]},${HIGH / 2}`;
  const label = t('analysis.graph.text', { n: judged - 1, all: scores.length - 1, player, score: scoreText(scores[ply]) });
  return html`<figure class="graph">
    <svg class="board-colours" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label=${label}
      @click=${(/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        onPly(Math.round(((event.clientX - box.left) / box.width) * (scores.length - 1)));
      }}>
      <defs>
        <clipPath id="upper"><rect x="0" y="0" width=${WIDE} height=${HIGH / 2}></rect></clipPath>
        <clipPath id="lower"><rect x="0" y=${HIGH / 2} width=${WIDE} height=${HIGH / 2}></rect></clipPath>
      </defs>
      ${svg`<polygon class="area-${sideClass(board, 'first')}" clip-path="url(#upper)" points=${area}></polygon>
        <polygon class="area-${sideClass(board, 'second')}" clip-path="url(#lower)" points=${area}></polygon>
        <line class="axis" x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2}></line>
        <polyline class="curve" points=${line}></polyline>
        ${turning.map((at) => svg`<line class="turning" x1=${at * step} x2=${at * step} y1="0" y2=${HIGH}></line>`)}
        <line class="now" x1=${ply * step} x2=${ply * step} y1="0" y2=${HIGH}></line>`}
    </svg>
  </figure>`;
}
