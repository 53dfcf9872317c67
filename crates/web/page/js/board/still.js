// The parts of a board that nobody touches, and a whole board as a picture.
import { html, svg, nothing } from '../html.js';
import { fold, frameOf, labelled, panels, stars } from './geometry.js';
import { beneath, bodies, coverOf, marks, outline, pieces, px, sideClass, text } from './figure.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').Site} Site */
/** @typedef {import('./figure.js').SiteView} SiteView */

/** @type {WeakMap<Board, Board>} */
const laid = new WeakMap();

/** The board as it is laid out on a screen: one too flat for that is folded. @param {Board} board @returns {Board} */
export function laidOut(board) {
  const known = laid.get(board) ?? layOut(board);
  laid.set(board, known);
  return known;
}

/** @param {Board} board */
function layOut(board) {
  const frame = frameOf(board);
  const flat = !board.hand && (frame.right - frame.left) / (frame.bottom - frame.top) > 2.2;
  return labelled(flat ? fold(board, 2) : board);
}

/** @param {Board} board */
export function viewBox(board) {
  const { left, top, right, bottom } = frameOf(board);
  return [left, top, right - left, bottom - top].map(px).join(' ');
}

/** What stands on the sites. @param {Board} board @param {Scene} scene @param {number[]} last @returns {SiteView[]} */
export function siteViews(board, scene, last) {
  /** @type {SiteView[]} */
  const views = board.sites.map(() => ({ pieces: [], last: false, target: false, winning: false, chosen: false, best: null, note: null }));
  for (const { site, kind, count } of scene.pieces) views[site]?.pieces.push({ kind, count });
  for (const mark of scene.marks) {
    const view = views[mark.site];
    if (!view) continue;
    if (mark.kind === 'winning') view.winning = true;
    if (mark.kind === 'last') view.last = true;
    if (mark.text) view.note = mark.text.slice(0, 6);
  }
  for (const site of last) if (views[site]) views[site].last = true;
  return views;
}

/** Without labels nothing else would say what an empty place is called. @param {Board} board @param {Site} site @param {SiteView} view */
export function showsName(board, site, view) {
  const bare = view.pieces.length === 0 && view.best === null && !view.note;
  return board.labels.length === 0 && bare && site.outline.kind === 'circle' && site.name.length <= 3;
}

/** What lies under the sites. @param {Board} board */
export function ground(board) {
  return svg`${panels(board).map(
    ({ left, top, right, bottom }) => svg`<rect class="panel" x=${px(left)} y=${px(top)}
      width=${px(right - left)} height=${px(bottom - top)} rx=${px(0.14)}></rect>`,
  )}
  ${(board.areas ?? []).map((corners) => {
    const points = corners.map(([x, y]) => `${px(x)},${px(y)}`).join(' ');
    return svg`<polygon class="panel" points=${points}></polygon>`;
  })}
  ${board.edges.map(([a, b]) => {
    const [from, to] = [board.sites[a], board.sites[b]];
    return svg`<line class="edge" x1=${px(from.x)} y1=${px(from.y)} x2=${px(to.x)} y2=${px(to.y)} stroke-width=${px(0.035)}></line>`;
  })}`;
}

/** Sides that belong to a player, and the letters around the board. @param {Board} board */
export function border(board) {
  return svg`${board.rims.map((rim) => {
    const points = rim.points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ');
    return svg`<polyline class="${sideClass(board, rim.owner)}-rim" points=${points} stroke-width=${px(0.18)}></polyline>
      ${rim.owner === 'second' ? svg`<polyline class="ring" points=${points} stroke-width=${px(0.05)}></polyline>` : nothing}`;
  })}
  ${board.labels.map((label) => text(label.on === undefined ? 'faint' : `faint on-tint-${label.on}`, label.x, label.y, label.size ?? 0.3, label.text))}`;
}

/** How large the dots of crossings are: where lines meet nothing is drawn but a few stars. @param {Board} board @returns {(site:number) => number} */
export function dotsOf(board) {
  const starred = stars(board);
  const crossed = new Set(board.edges.flat());
  return (site) => (starred.has(site) ? 0.1 : starred.size > 0 && crossed.has(site) ? 0.012 : 0.055);
}

/** The style of a board: where squares of two colours meet, they are told apart from afar. @param {Board} board */
export const styleOf = ({ sites, stacks }) =>
  stacks && stacks.length > 8 ? 'pointed' : [0, 1].every((tint) => sites.some((site) => site.tint === tint && site.outline.kind === 'square')) ? 'chequered' : '';

/** A picture of a position; without a label it is only for the eye. @param {Board} board @param {Scene} scene @param {string} label @param {number[]} [last] */
export function still(board, scene, label, last = []) {
  const drawn = laidOut(board);
  const views = siteViews(board, scene, last);
  const dots = dotsOf(drawn);
  return html`<svg class="board board-colours untouched ${styleOf(board)}" viewBox=${viewBox(drawn)} role=${label ? 'img' : nothing}
    aria-label=${label || nothing} aria-hidden=${label ? nothing : 'true'}>
    ${ground(drawn)}
    ${drawn.sites.map((site, i) => {
      if (board.hand?.has(i)) return nothing;
      const cover = coverOf(board, views[i]);
      if (cover) return outline(site, false, cover);
      const named = showsName(board, site, views[i]);
      return svg`${outline(site, named, undefined, dots(i))}${beneath(views[i], site)}${pieces(board, views[i], site)}${marks(board, views[i], site, named)}`;
    })}
    ${board.hand ? bodies(board, views) : nothing}${border(drawn)}
  </svg>`;
}
