// The moves of a game: as rows while playing, as a text with variations in analysis.
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';
import { rows } from './rows.js';
import { lineTo } from './tree.js';

/** @typedef {import('../types.js').Played} Played */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../html.js').Template} Template */

/** Keeps the current move in sight without moving the page. */
export function followCurrent() {
  const current = document.querySelector('.moves [aria-current]');
  const box = current?.closest('.moves');
  if (!(current instanceof HTMLElement) || !(box instanceof HTMLElement)) return;
  const top = current.offsetTop - box.offsetTop;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + current.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + current.offsetHeight - box.clientHeight;
}

/** @param {Played[]} moves @param {number} ply @param {(ply:number) => void} onPly */
export function moveRows(moves, ply, onPly) {
  if (moves.length === 0) return html`<p class="moves empty">${t('moves.none')}</p>`;
  return html`<ol class="moves rows" tabindex="0" aria-label=${t('moves.title')}>
    ${rows(moves).map(
      ({ number, cells }) => html`<li><span class="number">${number}</span>
        ${cells.map((cell) =>
          cell
            ? html`<span class="cell-moves">${[cell.roll, cell.move].map((each, i) =>
                each
                  ? html`<button class="move ${i === 0 ? 'roll' : ''}" aria-current=${each.ply === ply ? 'step' : nothing}
                      aria-label=${t('moves.ply', { n: each.ply, move: each.text })} @click=${() => onPly(each.ply)}>${each.text}</button>`
                  : nothing,
              )}</span>`
            : html`<span class="move none">…</span>`,
        )}</li>`,
    )}
  </ol>`;
}

/** A sign after a move, for those that were not good. @type {Record<string, string>} */
const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** @param {Node} node @param {Node} current @param {(node:Node) => void} onNode @param {boolean} numbered */
function moveButton(node, current, onNode, numbered) {
  const n = lineTo(node).length;
  const sign = node.review ? SIGNS[node.review.mark] : undefined;
  return html`<button class="move ${node.review ? `mark-${node.review.mark}` : ''}" aria-current=${node === current ? 'step' : nothing}
    aria-label=${t('moves.ply', { n, move: node.move }) + (sign && node.review ? `, ${t(`analysis.mark.${node.review.mark}`)}` : '')}
    @click=${() => onNode(node)}>${numbered ? html`<span class="number">${n}.</span>` : nothing}${node.move}${sign ? html`<b class="sign">${sign}</b>` : nothing}</button>`;
}

/**
 * A line from `node` on with its variations.
 * @param {Node|undefined} node @param {Node} current @param {(node:Node) => void} onNode @returns {Template[]}
 */
function lineText(node, current, onNode) {
  /** @type {Template[]} */
  const parts = [];
  let numbered = true;
  for (let at = node; at; at = at.children[0]) {
    parts.push(moveButton(at, current, onNode, numbered || lineTo(at).length % 2 === 1));
    if (at.comment) parts.push(html`<span class="comment">${at.comment}</span>`);
    numbered = false;
    const siblings = at.parent && at === at.parent.children[0] ? at.parent.children.slice(1) : [];
    for (const other of siblings) {
      parts.push(html`<div class="variation" role="group" aria-label=${t('analysis.variation')}>${lineText(other, current, onNode)}</div>`);
      numbered = true;
    }
  }
  return parts;
}

/** @param {Node} root @param {Node} current @param {(node:Node) => void} onNode */
export function moveTree(root, current, onNode) {
  if (root.children.length === 0) return html`<p class="moves empty">${t('moves.none')}</p>`;
  return html`<div class="moves text" tabindex="0" role="region" aria-label=${t('moves.title')}>${lineText(root.children[0], current, onNode)}</div>`;
}

/** First, back, forward, last. @param {{first:() => void, back:() => void, forward:() => void, last:() => void}} does @param {boolean} canBack @param {boolean} canForward */
export function navigation(does, canBack, canForward) {
  return html`<div class="navigation" role="group" aria-label=${t('moves.title')}>
    <button class="button quiet" ?disabled=${!canBack} aria-label=${t('moves.first')} @click=${does.first}>${icon('first')}</button>
    <button class="button quiet" ?disabled=${!canBack} aria-label=${t('moves.back')} @click=${does.back}>${icon('back')}</button>
    <button class="button quiet" ?disabled=${!canForward} aria-label=${t('moves.forward')} @click=${does.forward}>${icon('forward')}</button>
    <button class="button quiet" ?disabled=${!canForward} aria-label=${t('moves.last')} @click=${does.last}>${icon('last')}</button>
  </div>`;
}
