// What has changed between two positions, as a hand would have done it: pieces that slide, are taken,
// are put down or turned over. No game says so: it is found from the pieces alone.

/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {{kind:number, count:number}[]} Standing the pieces of a site */
/** @typedef {{kind:number, from:number, to:number, route:number[], becomes:number, nth:number, stop:number}} Slide */
/** @typedef {{kind:number, site:number, nth:number}} Spot */
/** @typedef {{site:number, from:number, to:number}} Turned */
/** @typedef {{slides:Slide[], gone:Spot[], put:Spot[], turned:Turned[]}} Changes */

/** With more than this to move at once, nothing moves: somebody looks at another moment of the game. */
const MOST = 12;

/** @param {Standing} standing @param {number} kind */
const countOf = (standing, kind) => standing.find((each) => each.kind === kind)?.count ?? 0;

/**
 * @param {Kind[]} kinds @param {Standing[]} before @param {Standing[]} after
 * @param {number[]} [last] the sites that the move has touched @returns {Changes|null} null if nothing has changed, or too much
 */
export function changes(kinds, before, after, last = []) {
  /** @type {Spot[]} */
  const gone = [];
  /** @type {Spot[]} */
  const put = [];
  after.forEach((now, site) => {
    const was = before[site] ?? [];
    for (const kind of new Set([...was, ...now].map((each) => each.kind))) {
      const [old, fresh] = [countOf(was, kind), countOf(now, kind)];
      for (let nth = fresh; nth < old; nth++) gone.push({ kind, site, nth });
      for (let nth = old; nth < fresh; nth++) put.push({ kind, site, nth });
    }
  });
  if (gone.length + put.length === 0) return null;
  /** @type {Slide[]} */
  const slides = [];
  /** @param {Spot} from @param {Spot} to */
  const slide = (from, to) => {
    gone.splice(gone.indexOf(from), 1);
    put.splice(put.indexOf(to), 1);
    const whole = last.length > 2 && last[0] === from.site && last.at(-1) === to.site;
    slides.push({ kind: from.kind, becomes: to.kind, from: from.site, to: to.site, nth: from.nth, stop: to.nth, route: whole ? [...last] : [from.site, to.site] });
  };
  // First as the move says it, then whatever else is of one kind.
  for (let i = 0; i + 1 < last.length; i++) {
    const from = gone.find((each) => each.site === last[i]);
    const to = from && put.find((each) => each.site === last[i + 1] && each.kind === from.kind);
    if (from && to) slide(from, to);
  }
  for (const to of [...put]) {
    const from = gone.find((each) => each.kind === to.kind);
    if (from) slide(from, to);
  }
  /** @type {Turned[]} */
  const turned = [];
  for (const fresh of [...put]) {
    const old = gone.find((each) => each.site === fresh.site);
    if (!old) continue;
    gone.splice(gone.indexOf(old), 1);
    put.splice(put.indexOf(fresh), 1);
    turned.push({ site: fresh.site, from: old.kind, to: fresh.kind });
  }
  // A piece that becomes another one on its way, as a man that is crowned.
  for (const to of [...put]) {
    const from = gone.find((each) => kinds[each.kind]?.owner === kinds[to.kind]?.owner && last.includes(each.site) && last.includes(to.site));
    if (from) slide(from, to);
  }
  if (slides.length + Math.min(gone.length, put.length) > MOST || Math.max(gone.length, put.length) > MOST) return null;
  return { slides, gone, put, turned };
}
