// What a positional player sees in a position, laid over the board.
import { html, svg, nothing } from '../html.js';
import { circle, px, sideClass, text } from '../board/figure.js';
import { t } from '../texts.js';
import { segments } from './form.js';

/** @typedef {import('../types.js').Overlay} Overlay */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {'none'|'promise'|'distance'|'dead'|'groups'|'choices'} Layer */

/** @type {Layer[]} */
const POSITIONAL = ['promise', 'distance', 'dead', 'groups'];

/** What can be laid over the board of a game. @param {import('../types.js').Game} game @returns {Layer[]} */
export const layersOf = ({ has }) => ['none', ...(has.overlay ? POSITIONAL : []), ...(has.choices ? /** @type {Layer[]} */ (['choices']) : [])];

/** @param {import('../types.js').Game|null} game */
export const hasOverlay = (game) => game !== null && layersOf(game).length > 1;

/** Half a disc. @param {string} cls @param {number} x @param {number} y @param {number} r @param {boolean} left */
function half(cls, x, y, r, left) {
  return svg`<path class="area-${cls}" d="M${px(x)} ${px(y - r)} A${px(r)} ${px(r)} 0 0 ${left ? 0 : 1} ${px(x)} ${px(y + r)} Z"></path>`;
}

/**
 * @param {Layer} layer @param {Overlay|null} overlay @param {Board} board as laid out
 * @param {Set<number>} occupied @param {number|null} group the win group to be shown
 */
export function overlayView(layer, overlay, board, occupied, group) {
  if (!overlay || layer === 'none') return nothing;
  const most = Math.max(1e-9, ...overlay.sites.flatMap((site) => site.promise));
  const colours = [sideClass(board, 'first'), sideClass(board, 'second')];
  const shown = group === null ? null : overlay.groups[group];
  if (layer === 'choices') {
    return svg`<g class="overlay">${overlay.choices.map(({ site, moves }) => {
      const at = board.sites[site];
      return at && !occupied.has(site) ? text('strong', at.x, at.y, 0.34, moves) : nothing;
    })}</g>`;
  }
  return svg`<g class="overlay">
    ${overlay.sites.map((site) => {
      const at = board.sites[site.site];
      if (!at) return nothing;
      const { x, y } = at;
      if (layer === 'dead') {
        return site.dead ? svg`${circle('hatched', x, y, 0.42)}<path class="cross" d="M${px(x - 0.16)} ${px(y - 0.16)} L${px(x + 0.16)} ${px(y + 0.16)} M${px(x + 0.16)} ${px(y - 0.16)} L${px(x - 0.16)} ${px(y + 0.16)}"></path>` : nothing;
      }
      if (occupied.has(site.site)) return nothing;
      if (layer === 'promise') {
        return site.promise.map((value, i) => (value > 0.05 * most ? half(colours[i], x, y, 0.38 * Math.sqrt(value / most), i === 0) : nothing));
      }
      const values = layer === 'distance' ? site.distance : site.groups;
      if (layer === 'groups' && values.every((value) => !value)) return nothing;
      return values.map((value, i) => text(`strong ${colours[i]}-ink`, x, y + (i === 0 ? -0.17 : 0.17), 0.27, value ?? '–'));
    })}
    ${shown ? shown.sites.map((site) => circle('open hint-ring', board.sites[site].x, board.sites[site].y, 0.44, 0.08)) : nothing}
  </g>`;
}

/**
 * @param {object} of
 * @param {Layer[]} of.layers @param {Layer} of.layer @param {Overlay|null} of.overlay @param {Board} of.board @param {[string,string]} of.players
 * @param {number|null} of.group @param {(layer:Layer) => void} of.onLayer @param {(group:number|null) => void} of.onGroup
 */
export function overlayPanel({ layers, layer, overlay, board, players, group, onLayer, onGroup }) {
  const [first, second] = players;
  return html`<section class="panel-box">
    <h2>${t('overlay.title')}</h2>
    ${segments({
      name: 'overlay',
      legend: t('overlay.title'),
      hideLegend: true,
      value: layer,
      options: layers.map((value) => ({ value, label: t(`overlay.${value}`) })),
      onChange: onLayer,
    })}
    ${layer === 'none' ? nothing : html`<p class="help">${t(`overlay.${layer}.text`, { first, second })}</p>`}
    ${layer === 'groups' && overlay && overlay.groups.length > 0
      ? html`<ul class="groups">
          ${overlay.groups.slice(0, 12).map(
            (each, i) => html`<li><button class="button small quiet" aria-pressed=${group === i} @click=${() => onGroup(group === i ? null : i)}>
              ${t('overlay.group', { player: players[each.player === 'first' ? 0 : 1], missing: each.missing })}
              <span class="help">${each.sites.map((site) => board.sites[site]?.name).join(' ')}</span></button></li>`,
          )}
        </ul>`
      : nothing}
    ${overlay && layer !== 'none' ? overlay.notes.map((note) => html`<p class="help">${note}</p>`) : nothing}
  </section>`;
}
