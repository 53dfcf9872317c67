// Pieces that cover several places at once. No game says so: a move that takes a piece from beside
// the board and then touches empty neighbouring places lays a shape on them. From the legal moves
// alone the page learns the shapes, turns them and finds where they fit.

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Site} Site */
/** @typedef {import('../types.js').View} View */
/** The places of a shape relative to the one it is held by, which comes first. @typedef {[number,number][]} Cells */

/** Fine enough for squares and hexagons, coarse enough for what rounding does. @param {number} value */
const grain = (value) => Math.round(20 * value) + 0;
/** @param {number} x @param {number} y */
const pointKey = (x, y) => `${grain(x)},${grain(y)}`;

/** @param {Cells} cells */
const corner = (cells) => [Math.min(...cells.map(([x]) => x)), Math.min(...cells.map(([, y]) => y))];

/** The same for shapes that differ only in where they lie. @param {Cells} cells */
export function keyOf(cells) {
  const [left, top] = corner(cells);
  return cells.map(([x, y]) => pointKey(x - left, y - top)).sort().join(' ');
}

/** The shape that a move lays. @param {Site[]} sites @param {Move} move @returns {Cells} */
export function cellsOf(sites, { path: [, held, ...others] }) {
  const { x, y } = sites[held];
  return [held, ...others].map((site) => [sites[site].x - x, sites[site].y - y]);
}

/** One step clockwise around the place it is held by: a sixth on hexagons, else a quarter. @param {Cells} cells @param {Site[]} sites @returns {Cells} */
export function turned(cells, sites) {
  const angle = sites.some((site) => site.outline.kind === 'hexagon') ? Math.PI / 3 : Math.PI / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return cells.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
}

/** Left for right. @param {Cells} cells @returns {Cells} */
export const flipped = (cells) => cells.map(([x, y]) => [-x, y]);

/** Do these places hang together? @param {Cells} cells */
function together(cells) {
  const seen = new Set([0]);
  for (const i of seen) cells.forEach(([x, y], j) => Math.hypot(x - cells[i][0], y - cells[i][1]) < 1.05 && seen.add(j));
  return seen.size === cells.length;
}

/**
 * The shapes that lie beside the board at the start, by the place where each lies; null if this game
 * is not played so. Long paths of other games lead from place to place and fail one of the tests. A
 * piece that fits nowhere shows no shape.
 * @param {Board} board @param {View} start @returns {Map<number, Cells|null>|null}
 */
export function handOf(board, { legal, scene }) {
  if (legal.length === 0) return null;
  const filled = new Set(scene.pieces.map((piece) => piece.site));
  const covered = new Set(legal.flatMap((move) => move.path.slice(1)));
  /** @type {Map<number, Cells|null>} */
  const hand = new Map([...filled].sort((a, b) => a - b).map((site) => [site, null]));
  for (const move of legal) {
    const [from, ...rest] = move.path;
    if (rest.length < 2 || !filled.has(from) || covered.has(from) || rest.some((site) => filled.has(site))) return null;
    const cells = cellsOf(board.sites, move);
    if (!together(cells)) return null;
    if (!hand.get(from)) hand.set(from, cells);
  }
  return hand;
}

/**
 * Do pieces fall here? No game says so: at the start the lowest place of every column can be played, and
 * none above it. @param {Board} board @param {View} start
 */
export function fallsOf({ sites }, { legal, scene }) {
  const played = new Set(legal.map((move) => (move.path.length === 1 ? move.path[0] : -1)));
  if (scene.pieces.length > 0 || played.has(-1) || played.size < 2 || played.size === sites.length) return false;
  return sites.every(({ x, y }, i) => played.has(i) === !sites.some((other) => Math.abs(other.x - x) < 0.01 && other.y > y + 0.01));
}

/** The moves that lay a piece down as it is held. @param {Site[]} sites @param {Move[]} legal @param {number} from @param {Cells} cells */
export function fitting(sites, legal, from, cells) {
  const key = keyOf(cells);
  return legal.filter((move) => move.path[0] === from && keyOf(cellsOf(sites, move)) === key);
}

/** The point under the hand when a piece that is held so is laid by a move. @param {Site[]} sites @param {Move} move @param {Cells} cells @returns {[number,number]} */
export function gripOf(sites, move, cells) {
  const [left, top] = corner(move.path.slice(1).map((site) => [sites[site].x, sites[site].y]));
  const [dx, dy] = corner(cells);
  return [left - dx, top - dy];
}

/**
 * The move that is meant by pointing at a place: the one that lies nearest to the hand among those
 * that cover it, so that a piece slips into a corner although its middle cannot lie there.
 * @param {Site[]} sites @param {Move[]} fits @param {Cells} cells @param {number} site @returns {Move|null}
 */
export function nearest(sites, fits, cells, site) {
  const { x, y } = sites[site];
  let best = null;
  let least = Infinity;
  for (const move of fits) {
    if (!move.path.includes(site, 1)) continue;
    const [gx, gy] = gripOf(sites, move, cells);
    const far = Math.hypot(gx - x, gy - y);
    if (far < least - 1e-6) [best, least] = [move, far];
  }
  return best;
}

/** The places on the board under a piece that is held over one of them. @param {Board} board @param {Cells} cells @param {number} site */
export function under({ sites, hand }, cells, site) {
  const { x, y } = sites[site];
  const wanted = new Set(cells.map(([dx, dy]) => pointKey(x + dx, y + dy)));
  return sites.flatMap((each, i) => (!hand?.has(i) && wanted.has(pointKey(each.x, each.y)) ? [i] : []));
}
