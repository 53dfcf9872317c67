// Where things are on the plane. Units as in the board: neighbouring sites are about 1 apart.

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Site} Site */
/** @typedef {{left:number, top:number, right:number, bottom:number}} Frame */
/** @typedef {'up'|'down'|'left'|'right'} Direction */

/** @type {Record<string, Direction>} */
export const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** Pixels between neighbouring sites inside the drawing. */
export const UNIT = 48;
/** Blank space around the drawing, in units. */
const MARGIN = 0.3;
/** No drawing is smaller than this, in units. */
const LEAST = 5.6;

/** Corners relative to the site; none for round outlines. @param {Site} site @returns {[number,number][]} */
export function corners(site) {
  switch (site.outline.kind) {
    case 'square':
      return [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
    case 'hexagon':
      return [0, 1, 2, 3, 4, 5].map((i) => {
        const angle = (i * Math.PI) / 3;
        return [Math.sin(angle) / Math.sqrt(3), -Math.cos(angle) / Math.sqrt(3)];
      });
    case 'polygon':
      return site.outline.points ?? [];
    default:
      return [];
  }
}

/** @param {Frame} frame @param {number} x @param {number} y @param {number} wide @param {number} high */
function reach(frame, x, y, wide, high) {
  frame.left = Math.min(frame.left, x - wide);
  frame.right = Math.max(frame.right, x + wide);
  frame.top = Math.min(frame.top, y - high);
  frame.bottom = Math.max(frame.bottom, y + high);
}

const nowhere = () => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });

/** What the sites, rims and labels of a board cover, with a margin. @param {Board} board @returns {Frame} */
export function frameOf(board) {
  const frame = nowhere();
  for (const [i, site] of board.sites.entries()) {
    if (board.hand?.has(i)) continue;
    const points = corners(site);
    if (points.length === 0) reach(frame, site.x, site.y, 0.5, 0.5);
    for (const [dx, dy] of points) reach(frame, site.x + dx, site.y + dy, 0, 0);
  }
  for (const rim of board.rims) for (const [x, y] of rim.points) reach(frame, x, y, 0.1, 0.1);
  for (const label of board.labels) reach(frame, label.x, label.y, 0.1 * label.text.length, 0.2);
  if (frame.left > frame.right) return { left: 0, top: 0, right: 1, bottom: 1 };
  // A board of a few sites need not fill a screen.
  const [wide, high] = [frame.right - frame.left, frame.bottom - frame.top];
  const [x, y] = [Math.max(MARGIN, (LEAST - wide) / 2), Math.max(MARGIN, (LEAST - high) / 2)];
  return { left: frame.left - x, top: frame.top - (wide > LEAST ? MARGIN : y), right: frame.right + x, bottom: frame.bottom + (wide > LEAST ? MARGIN : y) };
}

/**
 * Boards of crossings have no cells that could carry their colour, so each patch of crossings gets a
 * panel. Crossings belong to one patch when they hang together by lines or stand next to each other.
 * @param {Board} board @returns {Frame[]}
 */
export function panels(board) {
  const owner = board.sites.map((_, i) => i);
  /** @param {number} i @returns {number} */
  const root = (i) => (owner[i] === i ? i : (owner[i] = root(owner[i])));
  for (const [a, b] of board.edges) owner[root(a)] = root(b);
  const dots = board.sites.flatMap((site, i) => (site.outline.kind === 'dot' && !board.hand?.has(i) ? [i] : []));
  for (const i of dots) {
    for (const j of dots) {
      const [a, b] = [board.sites[i], board.sites[j]];
      if (i < j && Math.hypot(a.x - b.x, a.y - b.y) < 1.2) owner[root(i)] = root(j);
    }
  }
  /** @type {Map<number, Frame>} */
  const found = new Map();
  for (const i of dots) {
    const frame = found.get(root(i)) ?? nowhere();
    reach(frame, board.sites[i].x, board.sites[i].y, 0.55, 0.55);
    found.set(root(i), frame);
  }
  return [...found.values()];
}

/**
 * Where an arrow key leads: the nearest site that lies rather that way than sideways.
 * @param {Site[]} sites @param {number} from @param {Direction} direction @returns {number} the same site if there is none
 */
export function towards(sites, from, direction) {
  const [ux, uy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction];
  const here = sites[from];
  let best = from;
  let least = Infinity;
  sites.forEach((site, i) => {
    const [dx, dy] = [site.x - here.x, site.y - here.y];
    const along = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy) + Math.abs(dy * ux);
    if (i === from || along < 0.05 || aside > 1.75 * along) return;
    // The tiny leaning keeps ways back and forth the same on boards of hexagons.
    const cost = along + 2.2 * aside + (dx + dy < 0 ? 0 : 1e-3);
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

/**
 * The blocks of a board that stand side by side with a gap between them, as the layers of Qubic, laid
 * out in rows of `columns`. The same board when it has no such blocks.
 * @param {Board} board @param {number} columns @returns {Board}
 */
export function fold(board, columns) {
  const order = board.sites.map((_, i) => i).sort((a, b) => board.sites[a].x - board.sites[b].x);
  const block = new Array(board.sites.length).fill(0);
  /** @type {number[]} */
  const starts = [];
  let last = -Infinity;
  for (const i of order) {
    if (board.sites[i].x - last > 1.4) starts.push(board.sites[i].x);
    block[i] = starts.length - 1;
    last = board.sites[i].x;
  }
  const crossed = board.edges.some(([a, b]) => block[a] !== block[b]);
  if (starts.length < 2 || crossed || board.rims.length > 0) return board;
  const frames = starts.map((_, n) => {
    const frame = nowhere();
    board.sites.forEach((site, i) => block[i] === n && reach(frame, site.x, site.y, 0.5, 0.5));
    return frame;
  });
  const alike = frames.every((frame) => Math.abs(frame.right - frame.left - (frames[0].right - frames[0].left)) < 0.1);
  if (!alike) return board;
  const step = frames[1].left - frames[0].left;
  const tall = Math.max(...frames.map((frame) => frame.bottom)) - Math.min(...frames.map((frame) => frame.top)) + 1.2;
  /** @param {number} n @returns {[number,number]} */
  const shift = (n) => [((n % columns) - n) * step, Math.floor(n / columns) * tall];
  /** @param {number} x */
  const blockAt = (x) => Math.max(0, starts.findLastIndex((start) => start - 1.2 <= x));
  return {
    ...board,
    sites: board.sites.map((site, i) => ({ ...site, x: site.x + shift(block[i])[0], y: site.y + shift(block[i])[1] })),
    labels: board.labels.map((label) => {
      const [dx, dy] = shift(blockAt(label.x));
      return { ...label, x: label.x + dx, y: label.y + dy };
    }),
  };
}

/** How far labels are from the place that they name, by its outline. */
const ASIDE = { dot: 0.82, square: 0.75, hexagon: 0.82, circle: 0.72, polygon: 0.75 };

/**
 * The same board with its labels where they take no room: in the corners of squares, and close to other
 * places. @param {Board} board @returns {Board}
 */
export function labelled(board) {
  const on = board.sites.filter((_, i) => !board.hand?.has(i));
  const plain = on.every((site) => site.outline.kind === 'square') && !board.hand;
  const labels = board.labels.map((label) => {
    const far = (/** @type {Site} */ site) => Math.hypot(site.x - label.x, site.y - label.y);
    const site = on.reduce((best, each) => (far(each) < far(best) - 1e-6 ? each : best), on[0]);
    const [dx, dy, away] = site ? [label.x - site.x, label.y - site.y, far(site)] : [0, 0, 0];
    if (!site || away < 0.6 || away > 1.6 || site.outline.kind === 'polygon') return { ...label, size: 0.3 };
    if (plain) {
      // Rows on the left stand in the upper left corner and rows on the right in the lower right one;
      // columns stand on the right, above or below.
      const [x, y] = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? [0.37, 0.36] : [-0.37, -0.36]) : [0.37, dy > 0 ? 0.36 : -0.36];
      return { ...label, x: site.x + x, y: site.y + y, size: label.text.length > 1 ? 0.17 : 0.2, on: site.tint };
    }
    const near = ASIDE[site.outline.kind] / away;
    return { ...label, x: site.x + dx * near, y: site.y + dy * near, size: 0.26 };
  });
  return { ...board, labels };
}

/** The crossings that carry a star on boards of crossings in as many rows as columns. @param {Board} board @returns {Set<number>} */
export function stars({ sites }) {
  const [xs, ys] = [[...new Set(sites.map((site) => site.x))], [...new Set(sites.map((site) => site.y))]];
  const n = xs.length;
  const whole = n === ys.length && n % 2 === 1 && n >= 9 && sites.length === n * n && sites.every((site) => site.outline.kind === 'dot');
  if (!whole) return new Set();
  xs.sort((a, b) => a - b);
  ys.sort((a, b) => a - b);
  const [edge, middle] = [n > 11 ? 3 : 2, (n - 1) / 2];
  const at = [[edge, edge], [edge, n - 1 - edge], [n - 1 - edge, edge], [n - 1 - edge, n - 1 - edge], [middle, middle]];
  return new Set(at.map(([i, j]) => sites.findIndex((site) => site.x === xs[i] && site.y === ys[j])));
}
