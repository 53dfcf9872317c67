// The moves of a game: as rows while playing, as a text with variations in analysis.
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';
import { rows } from './numbers.js';
import { numberOf } from './tree.js';

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

/** @param {Played[]} moves @param {number} ply @param {(ply:number) => void} onPly @param {boolean} pairs */
export function moveRows(moves, ply, onPly, pairs) {
  if (moves.length === 0) return html`<p class="moves empty">${t('moves.none')}</p>`;
  return html`<ol class="moves rows" tabindex="0" aria-label=${t('moves.title')}>
    ${rows(moves, pairs).map(
      ({ number, cells }) => html`<li><span class="number">${number}</span>
        ${cells.map((cell) =>
          cell
            ? html`<span class="cell-moves">${cell.number === number ? nothing : html`<span class="number">${cell.number}</span>`}${[cell.roll, cell.move].map((each, i) =>
                each
                  ? html`<button class="move ${i === 0 ? 'roll' : ''}" aria-current=${each.ply === ply ? 'step' : nothing}
                      aria-label=${t('moves.ply', { n: cell.number, move: each.text })} @click=${() => onPly(each.ply)}>${each.text}</button>`
                  : nothing,
              )}</span>`
            : html`<span class="move none">…</span>`,
        )}</li>`,
    )}
  </ol>`;
}

/** A sign after a move, for those that were not good. @type {Record<string, string>} */
const SIGNS = { only: '!', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** @typedef {{current:Node, onNode:(node:Node) => void, pairs:boolean}} Text */

/** @param {Node} node @param {Text} text @param {boolean} numbered */
function moveButton(node, { current, onNode, pairs }, numbered) {
  const n = numberOf(node, pairs);
  const sign = node.review ? SIGNS[node.review.mark] : undefined;
  const dots = pairs && node.player === 'second' ? '…' : '.';
  return html`<button class="move ${node.review ? `mark-${node.review.mark}` : ''}" aria-current=${node === current ? 'step' : nothing}
    aria-label=${(n === null ? node.move : t('moves.ply', { n, move: node.move })) + (sign && node.review ? `, ${t(`analysis.mark.${node.review.mark}`)}` : '')}
    @click=${() => onNode(node)}>${numbered && n !== null ? html`<span class="number">${n}${dots}</span>` : nothing}${node.move}${sign ? html`<b class="sign">${sign}</b>` : nothing}</button>`;
}

/**
 * A line from `node` on with its variations.
 * @param {Node|undefined} node @param {Text} text @returns {Template[]}
 */
function lineText(node, text) {
  /** @type {Template[]} */
  const parts = [];
  let numbered = true;
  /** @type {number|null} */
  let said = null;
  for (let at = node; at; at = at.children[0]) {
    const n = numberOf(at, text.pairs);
    parts.push(moveButton(at, text, numbered || n !== said));
    if (at.comment) parts.push(html`<span class="comment">${at.comment}</span>`);
    if (n !== null) [numbered, said] = [false, n];
    const siblings = at.parent && at === at.parent.children[0] ? at.parent.children.slice(1) : [];
    for (const other of siblings) {
      parts.push(html`<div class="variation" role="group" aria-label=${t('analysis.variation')}>${lineText(other, text)}</div>`);
      numbered = true;
    }
  }
  return parts;
}

/** @param {Node} root @param {Text} text */
export function moveTree(root, text) {
  if (root.children.length === 0) return html`<p class="moves empty">${t('moves.none')}</p>`;
  return html`<div class="moves text" tabindex="0" role="region" aria-label=${t('moves.title')}>${lineText(root.children[0], text)}</div>`;
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
