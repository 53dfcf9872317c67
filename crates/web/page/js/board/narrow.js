// From clicks to a move: each site touched leaves fewer legal moves, until one is left.

/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Site} Site */
/**
 * What has been touched so far. A person may also name the end first ("something goes to c3"); then
 * `backwards` is set and the sites are compared from the end of the path.
 * @typedef {{sites:number[], backwards:boolean}} Touched
 */
/**
 * @typedef {{kind:'none'}|{kind:'step', touched:Touched, complete:Move[]}|{kind:'choice', touched:Touched, moves:Move[]}
 *   |{kind:'move', move:Move}} Answer
 */

/** @type {Touched} */
export const UNTOUCHED = { sites: [], backwards: false };

/** @param {Move} move @param {boolean} backwards */
const pathOf = (move, backwards) => (backwards ? [...move.path].reverse() : move.path);

/** The moves that begin with what was touched. @param {Move[]} legal @param {Touched} touched */
export function remaining(legal, { sites, backwards }) {
  return legal.filter((move) => {
    const path = pathOf(move, backwards);
    return path.length >= sites.length && sites.every((site, i) => path[i] === site);
  });
}

/** The sites that may be touched next. @param {Move[]} legal @param {Touched} touched @returns {Set<number>} */
export function targets(legal, touched) {
  const next = remaining(legal, touched).map((move) => pathOf(move, touched.backwards)[touched.sites.length]);
  return new Set(next.filter((site) => site !== undefined));
}

/** The steps that a hand has made by what it touched. @param {Move[]} legal @param {Touched} touched @returns {import('../types.js').Hop[]} */
export function hops(legal, touched) {
  if (touched.backwards) return [];
  const move = remaining(legal, touched).find((each) => each.hops?.length);
  return (move?.hops ?? []).filter((hop) => hop.touched <= touched.sites.length);
}

/** @param {Move[]} legal @param {Touched} touched @returns {Answer} */
function judge(legal, touched) {
  const moves = remaining(legal, touched);
  const complete = moves.filter((move) => move.path.length === touched.sites.length);
  if (moves.length === 0) return { kind: 'none' };
  if (complete.length === moves.length) {
    return complete.length === 1 ? { kind: 'move', move: complete[0] } : { kind: 'choice', touched, moves: complete };
  }
  return { kind: 'step', touched, complete };
}

/**
 * What it means to touch a site after those touched before.
 * @param {Move[]} legal @param {Touched} touched @param {number} site @returns {Answer}
 */
export function touch(legal, touched, site) {
  const { sites, backwards } = touched;
  const on = judge(legal, { sites: [...sites, site], backwards });
  if (on.kind !== 'none') return on;
  if (sites.length > 0) {
    // The end of a long path says enough when only one move ends there.
    const ending = remaining(legal, touched).filter((move) => pathOf(move, backwards).at(-1) === site);
    if (ending.length === 1) return { kind: 'move', move: ending[0] };
    // The site touched last again: let it go.
    if (sites.at(-1) === site) return { kind: 'step', touched: { sites: sites.slice(0, -1), backwards }, complete: [] };
    return touch(legal, UNTOUCHED, site);
  }
  return judge(legal, { sites: [site], backwards: true });
}

/**
 * The site that a touch is meant for: where pieces fall, an empty site above stands for its column.
 * @param {Move[]} legal @param {Site[]} board @param {boolean} vacant @param {number} site
 */
export function meant(legal, board, vacant, site) {
  if (!vacant || legal.some((move) => move.path.includes(site))) return site;
  const below = legal.filter((move) => move.path.length === 1 && Math.abs(board[move.path[0]].x - board[site].x) < 0.01);
  return below.length === 1 ? below[0].path[0] : site;
}

/**
 * The move that a typed text means: itself, or the only one that begins so.
 * @param {Move[]} legal @param {string} text @returns {Move|null}
 */
export function typed(legal, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  const exact = legal.find((move) => move.text === text.trim()) ?? legal.find((move) => move.text.toLowerCase() === wanted);
  if (exact) return exact;
  const begun = legal.filter((move) => move.text.toLowerCase().startsWith(wanted));
  return begun.length === 1 ? begun[0] : null;
}
