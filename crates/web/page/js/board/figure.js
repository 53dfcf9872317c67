// Sites, pieces and marks as SVG. The look is that of henge's own pictures.
import { html, svg, nothing } from '../html.js';
import { UNIT, corners } from './geometry.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../types.js').Player} Player */
/** @typedef {import('../types.js').Site} Site */
/**
 * All that is to be seen on one site.
 * @typedef {{pieces:{kind:number,count:number}[], last:boolean, target:boolean, winning:boolean,
 *   chosen:boolean, best:number|null, note:string|null}} SiteView
 */

/** @param {number} value */
export const px = (value) => Math.round(value * UNIT * 100) / 100;

const COLOURS = new Set(['black', 'white', 'red', 'blue', 'yellow', 'green']);

/** The style class of a kind of piece: what is called yellow is yellow. @param {Kind} kind */
export function classOf(kind) {
  if (kind.hue !== 'owner') return kind.hue;
  const named = kind.name.toLowerCase().split(/\W+/).find((word) => COLOURS.has(word));
  return named ?? kind.owner ?? 'nobody';
}

/** The style class of a player's colour: that of the first kind of pieces that is theirs. @param {Board|null|undefined} board @param {Player} player */
export function sideClass(board, player) {
  const kind = board?.kinds.find((each) => each.owner === player);
  return kind ? classOf(kind) : player;
}

/** Text with its middle at a point. @param {string} cls @param {number} x @param {number} y @param {number} size @param {string|number} text */
export function text(cls, x, y, size, text) {
  return svg`<text class=${cls} x=${px(x)} y=${px(y + 0.355 * size)} font-size=${px(size)}>${text}</text>`;
}

/** @param {string} cls @param {number} x @param {number} y @param {number} r @param {number} [stroke] */
export function circle(cls, x, y, r, stroke) {
  return svg`<circle class=${cls} cx=${px(x)} cy=${px(y)} r=${px(r)} stroke-width=${stroke ? px(stroke) : nothing}></circle>`;
}

/** @param {[number,number][]} points */
const pointList = (points) => points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ');

/** @param {Site} site @param {boolean} named @param {string} [filled] the style of what covers it @param {number} [dot] how large a crossing is */
export function outline(site, named, filled, dot = 0.055) {
  const cls = filled ?? (isRail(site) ? 'cell rail' : (['cell', 'shade', 'block'][site.tint] ?? 'block'));
  const { x, y } = site;
  if (site.outline.kind === 'dot') {
    return svg`${circle('dot', x, y, site.tint === 2 ? 0.2 : dot)}${circle('hit', x, y, 0.48)}`;
  }
  if (site.outline.kind === 'circle') {
    return svg`${circle(cls, x, y, 0.4, 0.04)}${named ? text('faint', x, y, 0.3, site.name) : nothing}${circle('hit', x, y, 0.48)}`;
  }
  const points = corners(site).map(([dx, dy]) => /** @type {[number,number]} */ ([x + dx, y + dy]));
  return svg`<polygon class=${cls} points=${pointList(points)} stroke-width=${px(0.03)}></polygon>`;
}

/** Bars and trays: places that are much higher than wide. @param {Site} site */
function isRail({ outline: { kind, points } }) {
  if (kind !== 'polygon' || points?.length !== 4) return false;
  const [wide, high] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) - Math.min(...points.map((point) => point[axis])));
  return high > 2 * wide;
}

/** The line around places that lie together: their sides, less those that two of them share. @param {Site[]} sites */
export function rim(sites) {
  /** @type {Map<string, string|null>} */
  const sides = new Map();
  for (const site of sites) {
    const points = corners(site).map(([dx, dy]) => [px(site.x + dx), px(site.y + dy)]);
    points.forEach(([x, y], i) => {
      const [u, v] = points[(i + 1) % points.length];
      const middle = `${Math.round(x + u)},${Math.round(y + v)}`;
      sides.set(middle, sides.has(middle) ? null : `M${x} ${y}L${u} ${v}`);
    });
  }
  return [...sides.values()].filter(Boolean).join('');
}

/** A piece that covers places, as one body. @param {Site[]} sites @param {string} cls */
export function body(sites, cls) {
  return svg`${sites.map((site) => outline(site, false, `body ${cls}`))}<path class="rim" d=${rim(sites)}></path>`;
}

/** The pieces on the board that cover several places: a rim around each, and its letter once. @param {Board} board @param {SiteView[]} views */
export function bodies(board, views) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  views.forEach((view, i) => {
    if (board.hand?.has(i) || view.pieces.length !== 1) return;
    const { kind } = view.pieces[0];
    found.set(kind, [...(found.get(kind) ?? []), i]);
  });
  return [...found].map(([kind, covered]) => {
    const sites = covered.map((i) => board.sites[i]);
    const [x, y] = [sites.reduce((sum, site) => sum + site.x, 0) / sites.length, sites.reduce((sum, site) => sum + site.y, 0) / sites.length];
    const middle = sites.reduce((a, b) => (Math.hypot(b.x - x, b.y - y) < Math.hypot(a.x - x, a.y - y) - 1e-6 ? b : a));
    const last = covered.every((i) => views[i].last);
    return svg`<path class="rim ${last ? 'newest' : ''}" d=${rim(sites)}></path>
      ${text(`strong on-${classOf(board.kinds[kind])}`, middle.x, middle.y, 0.5, board.kinds[kind].glyph)}`;
  });
}

/** The style of a place that a piece covers; none on other boards. @param {Board} board @param {SiteView} view */
export function coverOf(board, view) {
  const kind = board.hand && view.pieces.length === 1 ? board.kinds[view.pieces[0].kind] : null;
  return kind ? `body ${classOf(kind)}` : undefined;
}

/** The name of a place that nothing stands on. @param {Site} site @param {SiteView} view */
export function placeName(site, view) {
  if (view.pieces.length > 0 || site.tint === 2) return nothing;
  const aside = site.outline.kind === 'dot';
  const low = aside || view.target || view.last || view.best !== null || Boolean(view.note);
  const size = Math.min(low ? 0.24 : 0.34, 0.9 / site.name.length);
  return text('faint name', site.x + (aside ? 0.26 : 0), site.y + (low ? 0.33 : 0), size, site.name);
}

/** Circled numbers of Unicode are drawn as stones with a number: fonts rarely have good ones. @param {string} glyph @returns {{number:number, full:boolean}|null} */
export function circled(glyph) {
  const code = glyph.codePointAt(0) ?? 0;
  if (code >= 0x2460 && code <= 0x2473) return { number: code - 0x2460 + 1, full: false };
  if (code >= 0x2776 && code <= 0x277f) return { number: code - 0x2776 + 1, full: true };
  return null;
}

/**
 * One piece with its middle at a point.
 * @param {Board} board @param {number} index of its kind @param {number} count @param {number} x @param {number} y @param {number} size
 */
export function piece(board, index, count, x, y, size) {
  const kind = board.kinds[index];
  if (!kind) return nothing;
  const cls = classOf(kind);
  const tally = count > 1 ? String(count) : '';
  const number = kind.shape === 'letter' ? circled(kind.glyph) : null;
  if (number) {
    return svg`${circle(`piece ${cls}`, x, y, 0.38 * size, 0.04 * size)}
      ${number.full ? nothing : circle('open ring', x, y, 0.31 * size, 0.03 * size)}
      ${text(`strong on-${cls}`, x, y, 0.42 * size, number.number)}
      ${tally ? badge(x + 0.34 * size, y + 0.3 * size, size, tally) : nothing}`;
  }
  if (kind.shape === 'letter') {
    return svg`${text(`strong ${cls}-ink`, x, y, 0.72 * size, kind.glyph)}
      ${tally ? text('strong ink', x + 0.32 * size, y + 0.32 * size, 0.28 * size, tally) : nothing}`;
  }
  // The second kind of a player's stones shows its letter; kings wear a crown, and men have a groove.
  const second = board.kinds.slice(0, index).some((other) => other.owner === kind.owner && other.shape === 'stone');
  const crowned = KINGS.includes(kind.glyph);
  const inner = (second && !crowned ? kind.ascii : '') + tally;
  return svg`${crowned ? circle(`piece ${cls}`, x, y + 0.07 * size, 0.38 * size, 0.04 * size) : nothing}
    ${circle(`piece ${cls}`, x, y - (crowned ? 0.04 * size : 0), 0.38 * size, 0.04 * size)}
    ${crowned ? crown(cls, x, y - 0.04 * size, size) : MEN.includes(kind.glyph) ? circle(`open groove-${cls}`, x, y, 0.27 * size, 0.03 * size) : nothing}
    ${kind.owner === 'second' && kind.hue === 'owner' ? circle('open ring', x, y, 0.3 * size, 0.035 * size) : nothing}
    ${inner ? text(`strong on-${cls}`, x, y, (inner.length > 2 ? 0.26 : 0.36) * size, inner) : nothing}`;
}

/** What Unicode has for the men and the kings of draughts. */
const [MEN, KINGS] = [['\u26c0', '\u26c2'], ['\u26c1', '\u26c3']];

/** @param {string} cls @param {number} x @param {number} y @param {number} size */
function crown(cls, x, y, size) {
  /** @type {[number,number][]} */
  const shape = [[-0.2, 0.15], [-0.24, -0.12], [-0.11, 0], [0, -0.2], [0.11, 0], [0.24, -0.12], [0.2, 0.15]];
  return svg`<polygon class="on-${cls}" points=${pointList(shape.map(([dx, dy]) => [x + dx * size, y + dy * size]))}></polygon>`;
}

/** A cube that shows what is at stake. @param {number} x @param {number} y @param {string} value */
function cube(x, y, value) {
  const r = 0.36;
  return svg`<rect class="cube" x=${px(x - r)} y=${px(y - r)} width=${px(2 * r)} height=${px(2 * r)} rx=${px(0.1)} stroke-width=${px(0.035)}></rect>
    ${text('strong cube-text', x, y, value.length > 1 ? 0.34 : 0.44, value)}`;
}

/** How many of them there are. @param {number} x @param {number} y @param {number} size @param {string} count */
function badge(x, y, size, count) {
  return svg`${circle('badge', x, y, 0.17 * size, 0.025 * size)}${text('strong ink', x, y, 0.24 * size, count)}`;
}

/**
 * All pieces of a site side by side; one alone has the whole site. Where they lie in a row, the last one
 * that has room shows how many there are.
 * @param {Board} board @param {SiteView} view @param {Site} site
 */
export function pieces(board, view, site) {
  const { x, y } = site;
  const n = view.pieces.length;
  if (n === 0) return nothing;
  const stack = n === 1 ? board.stacks?.find((each) => board.sites[each.site] === site) : undefined;
  if (stack) {
    const { kind, count } = view.pieces[0];
    const shown = Math.min(count, stack.most);
    return Array.from({ length: shown }, (_, i) =>
      piece(board, kind, i + 1 === shown && count > shown ? count : 1, x + i * stack.dx, y + i * stack.dy, 1),
    );
  }
  const size = 1 / (1 + 0.5 * (n - 1));
  return view.pieces.map(({ kind, count }, i) => {
    const shift = n > 1 ? 0.46 * (i / (n - 1) - 0.5) : 0;
    return piece(board, kind, count, x + shift, y, size);
  });
}

/** Can a place carry a colour of its own? @param {import('../types.js').Outline} outline */
const tells = (outline) => outline.kind === 'square' || outline.kind === 'polygon';

/** What lies under the pieces of a place that was in the last move. @param {SiteView} view @param {Site} site */
export function beneath(view, site) {
  if (!view.last || !tells(site.outline)) return nothing;
  const points = corners(site).map(([dx, dy]) => /** @type {[number,number]} */ ([site.x + dx, site.y + dy]));
  return svg`<polygon class="last-under" points=${pointList(points)}></polygon>`;
}

/** @param {Board} board @param {SiteView} view @param {Site} site @param {boolean} named the site shows its name */
export function marks(board, view, { x, y, outline }, named) {
  const vacant = view.pieces.length === 0;
  const parts = [];
  if (view.winning) parts.push(circle('open halo-back', x, y, 0.43, 0.14), circle('open halo', x, y, 0.43, 0.08));
  // Squares and points tell by their colour that they were in the last move.
  if (view.last && !tells(outline)) {
    if (vacant) parts.push(circle('open last left', x, y, 0.3, 0.03));
    else parts.push(circle('open last', x, y, view.winning ? 0.5 : 0.44, 0.05));
  }
  if (view.chosen) parts.push(circle('open chosen', x, y, 0.44, 0.08));
  if (view.target) parts.push(vacant && !named ? circle('hint target', x, y, 0.13) : circle('open hint-ring target', x, y, 0.45, 0.06));
  if (view.note && outline.kind === 'polygon' && vacant) parts.push(cube(x, y, view.note));
  else if (view.note) {
    const alone = vacant && view.best === null && !view.target;
    parts.push(alone ? text('ink', x, y, 0.28, view.note) : text('ink', x, y + 0.38, 0.2, view.note));
  }
  return parts;
}

/** The number of a best move. @param {SiteView} view @param {Site} site */
export function bestMark(view, { x, y }) {
  if (view.best === null) return nothing;
  const [bx, by, r] = view.pieces.length === 0 ? [x, y, 0.28] : [x + 0.3, y - 0.3, 0.2];
  return svg`${circle('hint halo-hint', bx, by, r, 0.04)}${text('strong on-hint', bx, by, 1.2 * r, view.best)}`;
}

/**
 * An arrow with its number, for moves that go from one site to another.
 * @param {Site} from @param {Site} to @param {number} rank @param {number} where the number stands, from 0 to 1
 */
export function arrow(from, to, rank, where) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [x1, y1] = [from.x + 0.3 * ux, from.y + 0.3 * uy];
  const [x2, y2] = [to.x - 0.3 * ux, to.y - 0.3 * uy];
  const wide = rank === 1 ? 0.13 : 0.08;
  const head = [
    [to.x - 0.12 * ux, to.y - 0.12 * uy],
    [x2 - 0.12 * ux - 0.2 * uy, y2 - 0.12 * uy + 0.2 * ux],
    [x2 - 0.12 * ux + 0.2 * uy, y2 - 0.12 * uy - 0.2 * ux],
  ];
  const [mx, my] = [from.x + dx * where, from.y + dy * where];
  return svg`<g class="arrow" opacity=${rank === 1 ? 0.95 : 0.6}>
    <line class="hint-ring" x1=${px(x1)} y1=${px(y1)} x2=${px(x2 - 0.1 * ux)} y2=${px(y2 - 0.1 * uy)} stroke-width=${px(wide)}></line>
    <polygon class="hint" points=${pointList(/** @type {[number,number][]} */ (head))}></polygon>
  </g>${circle('hint halo-hint', mx, my, 0.19, 0.03)}${text('strong on-hint', mx, my, 0.24, rank)}`;
}

/** A piece by itself, as a picture in a line of text. @param {Board|null|undefined} board @param {Player} player */
export function token(board, player) {
  const index = board?.kinds.findIndex((kind) => kind.owner === player) ?? -1;
  const kind = board?.kinds[index];
  const covers = { name: '', x: 0, y: 0, outline: { kind: /** @type {const} */ ('square') }, tint: 0 };
  const inner = board?.hand
    ? svg`<g transform="scale(0.75)">${body([covers], sideClass(board, player))}</g>`
    : board && kind && !circled(kind.glyph)
      ? piece(board, index, 1, 0, 0, 1)
      : svg`${circle(`piece ${sideClass(board, player)}`, 0, 0, 0.38, 0.04)}${player === 'second' ? circle('open ring', 0, 0, 0.3, 0.035) : nothing}`;
  return svg`<svg class="board-colours token" viewBox="-22 -22 44 44" aria-hidden="true">${inner}</svg>`;
}

/** Where the pips of a die are, on a grid of three by three, for each number. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** Dice that lie in the middle of an area of the board. @param {[number,number][]} area @param {number[]} dice @param {boolean[]} used */
export function diceOn(area, dice, used) {
  const [xs, ys] = [area.map(([x]) => x), area.map(([, y]) => y)];
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = (Math.min(...ys) + Math.max(...ys)) / 2;
  return svg`<g class="dice-thrown">${dice.map((value, i) => {
    const left = x + 1.15 * (i - (dice.length - 1) / 2);
    return svg`<g transform="translate(${px(left - 0.43)} ${px(y - 0.43)}) scale(1.29)"><g class="die ${used[i] ? 'used' : ''}">
      <rect x="1.5" y="1.5" width="29" height="29" rx="6"></rect>${pips(value)}</g></g>`;
  })}</g>`;
}

/** @param {number} value */
const pips = (value) => (PIPS[value] ?? []).map((i) => svg`<circle cx=${8 + 8 * (i % 3)} cy=${8 + 8 * Math.floor(i / 3)} r="2.9"></circle>`);

/** A die. @param {number} value @param {boolean} used */
export function die(value, used) {
  return html`<svg class="die ${used ? 'used' : ''}" viewBox="0 0 32 32" aria-hidden="true">
    <rect x="1.5" y="1.5" width="29" height="29" rx="6"></rect>
    ${pips(value)}
  </svg>`;
}
