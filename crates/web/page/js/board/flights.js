// Pieces on their way. The board shows at once where everything stands; whatever is still under way
// there is left out until it has landed, and drawn above the board in the meantime.
import { render, svg } from '../html.js';
import { play } from '../sound.js';
import { changes } from './changes.js';
import { piece, px } from './figure.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('./figure.js').SiteView} SiteView */
/** @typedef {import('./changes.js').Changes} Changes */
/** @typedef {import('./changes.js').Standing} Standing */
/** A piece under way; `site` is where it is missed until it lands. @typedef {{drawing:unknown, frames:Keyframe[], timing:KeyframeAnimationOptions, site:number|null, element?:Element}} Flight */

const still = () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** For one unit of the board, and at least and at most for a way, in milliseconds. */
const [A_UNIT, LEAST, MOST] = [45, 130, 300];

export class Flights {
  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
    /** What stood where when the board was drawn last. @type {Standing[]|null} */
    this.standing = null;
    /** @type {Board|null} */
    this.board = null;
    this.dice = '';
    /** All that are under way. @type {Set<Flight>} */
    this.all = new Set();
    /** Where a hand has put a piece down itself. @type {number|null} */
    this.placed = null;
  }

  /** How many pieces of each site have not landed yet. @returns {Map<number, number>} */
  get missing() {
    const missing = new Map();
    for (const { site } of this.all) if (site !== null) missing.set(site, (missing.get(site) ?? 0) + 1);
    return missing;
  }

  /** Pieces stand like this now. @param {Board} board @param {SiteView[]} views @param {number[]} last @param {string} dice */
  look(board, views, last, dice) {
    const same = this.board === board;
    const before = same ? this.standing : null;
    const now = views.map((view) => view.pieces);
    this.board = board;
    this.standing = now;
    const thrown = same && dice !== this.dice && dice !== '';
    this.dice = dice;
    if (!before || board.hand) {
      if (!same) this.land();
      return;
    }
    const changed = changes(board.kinds, before, now, last);
    const { placed } = this;
    if (changed) this.placed = null;
    if (thrown) {
      play('dice');
      if (!still()) requestAnimationFrame(throwDice);
    }
    if (!changed) return;
    this.hear(changed, Boolean(board.falls));
    if (still()) {
      this.land();
      return;
    }
    this.start(board, changed, placed);
  }

  /** @param {Changes} changed @param {boolean} falls */
  hear({ slides, gone, put, turned }, falls) {
    if (gone.length > 0 && (slides.length > 0 || put.length > 0)) play('capture');
    else if (slides.length > 1 && new Set(slides.map(({ kind }) => this.board?.kinds[kind]?.owner)).size > 1) play('capture');
    else if (slides.length > 0) play('move');
    else if (put.length > 0) play(falls ? 'drop' : 'place');
    if (turned.length > 0) play('turn');
  }

  /** Those have landed. @param {Iterable<Flight>} [flights] by default all */
  land(flights = [...this.all]) {
    for (const flight of flights) {
      flight.element?.remove();
      this.all.delete(flight);
    }
  }

  /** @param {Board} board @param {Changes} changed @param {number|null} placed */
  start(board, changed, placed) {
    const { slides, gone, put, turned } = changed;
    // Whatever moves on from a place has come there.
    const left = new Set([...slides.map(({ from }) => from), ...[...gone, ...turned].map(({ site }) => site)]);
    this.land([...this.all].filter(({ site }) => site !== null && left.has(site)));
    /** @param {number} site @param {number} nth @returns {[number, number]} */
    const spot = (site, nth) => {
      const { x, y } = board.sites[site];
      const stack = board.stacks?.find((each) => each.site === site);
      const i = stack ? Math.min(nth, stack.most - 1) : 0;
      return stack ? [x + i * stack.dx, y + i * stack.dy] : [x, y];
    };
    /** @param {number} x @param {number} y */
    const at = (x, y) => `translate(${px(x)}px, ${px(y)}px)`;
    /** @param {number} kind */
    const drawn = (kind) => piece(board, kind, 1, 0, 0, 1);
    /** @type {Flight[]} */
    const items = [];
    let end = 0;
    const mover = slides.length > 0 ? board.kinds[slides[0].kind]?.owner : null;
    let begin = 0;
    for (const slide of slides) {
      if (slide.to === placed) continue;
      const points = slide.route.map((site, i) => spot(site, i === 0 ? slide.nth : i === slide.route.length - 1 ? slide.stop : 0));
      const ways = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
      const all = ways.reduce((sum, way) => sum + way, 0) || 1;
      const duration = Math.min(MOST * ways.length, Math.max(LEAST * ways.length, A_UNIT * all));
      // Who is hit leaves when the others have come.
      const delay = board.kinds[slide.kind]?.owner === mover ? begin : end;
      let gone = 0;
      const frames = points.map(([x, y], i) => {
        gone += i === 0 ? 0 : ways[i - 1];
        return { transform: at(x, y), offset: gone / all };
      });
      items.push({ drawing: drawn(slide.kind), frames, timing: { duration, delay, easing: 'ease-in-out', fill: 'both' }, site: slide.to });
      begin += 70;
      end = Math.max(end, delay + duration);
    }
    for (const { kind, site, nth } of gone) {
      const [x, y] = spot(site, nth);
      const frames = [{ transform: at(x, y), opacity: 1 }, { transform: `${at(x, y)} scale(0.6)`, opacity: 0 }];
      items.unshift({ drawing: drawn(kind), frames, timing: { duration: 160, delay: Math.max(0, end - 120), easing: 'ease-in', fill: 'both' }, site: null });
    }
    for (const { kind, site, nth } of put) {
      const [x, y] = spot(site, nth);
      if (board.falls && site !== placed) {
        const top = Math.min(...board.sites.filter((each) => Math.abs(each.x - x) < 0.01).map((each) => each.y)) - 0.9;
        const frames = [{ transform: at(x, top) }, { transform: at(x, y) }];
        items.push({ drawing: drawn(kind), frames, timing: { duration: 110 + 48 * (y - top), easing: 'cubic-bezier(0.45, 0, 0.9, 0.7)', fill: 'both' }, site });
      } else {
        const frames = [{ transform: `${at(x, y)} scale(1.25)`, opacity: 0.3 }, { transform: at(x, y), opacity: 1 }];
        items.push({ drawing: drawn(kind), frames, timing: { duration: 130, easing: 'ease-out', fill: 'both' }, site });
      }
    }
    const [first] = put;
    for (const { site, from, to } of turned) {
      const [x, y] = spot(site, 0);
      const [fx, fy] = first ? spot(first.site, 0) : [x, y];
      const delay = 60 + 35 * Math.hypot(x - fx, y - fy);
      /** @type {[string, string]} */
      const [flat, whole] = [`${at(x, y)} scale(0, 1)`, at(x, y)];
      items.push({ drawing: drawn(from), frames: [{ transform: whole }, { transform: flat }], timing: { duration: 90, delay, easing: 'ease-in', fill: 'both' }, site: null });
      items.push({ drawing: drawn(to), frames: [{ transform: flat }, { transform: whole }], timing: { duration: 90, delay: delay + 90, easing: 'ease-out', fill: 'both' }, site });
    }
    if (items.length === 0) return;
    items.forEach((flight) => this.all.add(flight));
    requestAnimationFrame(() => this.fly(items));
    // A tab in the background shows no frames, and must not hide a piece for that.
    setTimeout(() => this.landed(items), 1500);
  }

  /** @param {Flight[]} flights */
  async fly(flights) {
    const layer = document.querySelector('.board-box .flights');
    if (!layer) {
      this.landed(flights);
      return;
    }
    const under = flights.filter((flight) => this.all.has(flight));
    const ends = under.map((flight) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      element.classList.add('flight');
      render(svg`${flight.drawing}`, element);
      layer.append(element);
      flight.element = element;
      return element.animate(flight.frames, flight.timing).finished.catch(() => {});
    });
    await Promise.all(ends);
    this.landed(under);
  }

  /** @param {Flight[]} flights */
  landed(flights) {
    const late = flights.filter((flight) => this.all.has(flight));
    if (late.length === 0) return;
    this.land(late);
    this.refresh();
  }
}

/** The dice roll over the table. */
function throwDice() {
  document.querySelectorAll('.dice-thrown .die').forEach((element, i) => {
    const from = { transform: `translateX(${-80 - 30 * i}px) rotate(${-300 - 90 * i}deg) scale(0.8)`, opacity: 0.4 };
    element.animate([from, { transform: 'none', opacity: 1 }], { duration: 320 + 60 * i, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' });
  });
}

