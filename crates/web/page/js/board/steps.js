// Moves whose steps may be made in any order, as in backgammon: what has been made leaves fewer
// moves, until all steps of one are made.

/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Hop} Hop */
/** The steps made so far, and the place of a piece that is about to make one. @typedef {{made:Hop[], from:number|null}} Stepped */

/** @type {Stepped} */
export const UNSTEPPED = { made: [], from: null };

/** May the steps of these moves be made in any order? @param {Move[]} legal */
export const isLoose = (legal) => legal.some((move) => move.ways?.length);

/** @param {Hop} a @param {Hop} b */
const same = (a, b) => a.from === b.from && a.to === b.to;

/** The steps of a way that are left, or null if others were made. @param {Hop[]} way @param {Hop[]} made */
function left(way, made) {
  const rest = [...way];
  for (const hop of made) {
    const i = rest.findIndex((each) => same(each, hop));
    if (i < 0) return null;
    rest.splice(i, 1);
  }
  return rest;
}

/** The steps that may be made next: those of a smaller number come before the others, as men on the bar. @param {Hop[]} rest */
function due(rest) {
  const first = Math.min(...rest.map((hop) => hop.touched));
  return rest.filter((hop) => hop.touched === first);
}

/** What can still be made. @param {Move[]} legal @param {Hop[]} made @returns {{move:Move, rest:Hop[]}[]} */
export function ways(legal, made) {
  return legal.flatMap((move) =>
    (move.ways ?? []).flatMap((way) => {
      const rest = left(way, made);
      return rest ? [{ move, rest }] : [];
    }),
  );
}

/** The places from which a piece can go on; `stands` says where pieces are. @param {Move[]} legal @param {Hop[]} made @param {(site:number) => boolean} stands @returns {Set<number>} */
export function sources(legal, made, stands) {
  return new Set(ways(legal, made).flatMap(({ rest }) => due(rest).map((hop) => hop.from).filter(stands)));
}

/** Where a piece can go, by one step or by several, and by which. @param {Move[]} legal @param {Hop[]} made @param {number} from @returns {Map<number, Hop[]>} */
export function reach(legal, made, from) {
  /** @type {Map<number, Hop[]>} */
  const found = new Map();
  /** @param {number} at @param {Hop[]} rest @param {Hop[]} chain */
  const go = (at, rest, chain) => {
    for (const hop of due(rest)) {
      if (hop.from !== at) continue;
      const longer = [...chain, hop];
      if ((found.get(hop.to)?.length ?? Infinity) > longer.length) found.set(hop.to, longer);
      go(hop.to, rest.toSpliced(rest.indexOf(hop), 1), longer);
    }
  };
  for (const { rest } of ways(legal, made)) go(from, rest, []);
  return found;
}

/** The move whose steps have all been made. @param {Move[]} legal @param {Hop[]} made @returns {Move|null} */
export function finished(legal, made) {
  return ways(legal, made).find(({ rest }) => made.length > 0 && rest.length === 0)?.move ?? null;
}

/**
 * Which dice were used by the steps made so far, as far as the numbers of places tell.
 * @param {number[]} dice @param {Hop[]} made @param {import('../types.js').Site[]} sites @returns {boolean[]}
 */
export function spent(dice, made, sites) {
  const used = dice.map(() => false);
  // A double is thrown once and used twice each.
  if (dice.length === 2 && dice[0] === dice[1]) return used.map((_, i) => made.length >= 2 * (i + 1));
  for (const { from, to } of made) {
    const way = Math.abs(Number(sites[from]?.name) - Number(sites[to]?.name));
    const exact = dice.findIndex((value, i) => !used[i] && value === way);
    const free = dice.findIndex((value, i) => !used[i] && (Number.isNaN(way) || value > way));
    const i = exact >= 0 ? exact : free >= 0 ? free : used.indexOf(false);
    if (i >= 0) used[i] = true;
  }
  return used;
}

/** What a step takes: it may be another man of the same move who was meant to take it. @param {Move[]} legal @param {Hop} hop @returns {Hop} */
export function taking(legal, hop) {
  const takes = legal.flatMap((move) => move.ways?.flat() ?? []).find((each) => each.to === hop.to && each.taken !== undefined);
  return { ...hop, taken: takes?.taken, taken_to: takes?.taken_to };
}
