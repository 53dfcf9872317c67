// Pieces beside the board that cover several places: taken, turned, flipped, held over the board and
// laid down, by mouse, finger or keyboard.
import { say } from '../app.js';
import { html, svg, nothing } from '../html.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';
import { body, bestMark, classOf, px, text } from './figure.js';
import { ARROWS } from './geometry.js';
import { cellsOf, fitting, flipped, gripOf, keyOf, nearest, turned, under } from './shapes.js';

/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Site} Site */
/** @typedef {import('./board.js').Shown} Shown */
/** @typedef {import('./shapes.js').Cells} Cells */

export class Tray {
  /** @param {import('./board.js').BoardPart} part */
  constructor(part) {
    this.part = part;
    /** What is in the hand. @type {{from:number, cells:Cells}|null} */
    this.held = null;
    /** The place over which a finger or the keyboard holds it. @type {number|null} */
    this.spot = null;
    /** How each piece was held last. @type {Map<number, Cells>} */
    this.kept = new Map();
    /** @type {{held:object, legal:Move[], fits:Move[]}|null} */
    this.found = null;
    /** A piece that is carried from the tray with the mouse. @type {{from:number, x:number, y:number, moved:boolean}|null} */
    this.carry = null;
  }

  /** @returns {Shown} */
  get shown() {
    return /** @type {Shown} */ (this.part.shown);
  }

  /** Does the game on the board have such pieces, and are they what is touched? */
  get inUse() {
    return Boolean(this.part.shown?.board.hand && !this.part.shown.onSite);
  }

  /** Does what touched last cover the place it touches? */
  get covers() {
    return ['touch', 'pen'].includes(this.part.pointer);
  }

  /** The moves that lay down what is held, as it is held. @returns {Move[]} */
  fits() {
    const { held, found } = this;
    const { board, legal } = this.shown;
    if (!held) return [];
    if (found?.held !== held || found.legal !== legal) {
      this.found = { held, legal, fits: fitting(board.sites, legal, held.from, held.cells) };
    }
    return /** @type {{fits:Move[]}} */ (this.found).fits;
  }

  /** Lets go. @returns {boolean} whether there was something */
  drop() {
    const had = this.held !== null;
    this.held = null;
    this.spot = null;
    this.carry = null;
    return had;
  }

  dropAloud = () => {
    if (this.drop()) say(t('shape.choose'));
    this.part.refresh();
  };

  /** @param {number} from */
  name(from) {
    return this.shown.board.sites[from].name;
  }

  /** "12 places" @param {number} n */
  places(n) {
    return n === 1 ? t('shape.one_place') : n === 0 ? t('shape.no_place') : t('shape.places', { n });
  }

  /** Takes a piece; the one in the hand goes back. @param {number} from */
  take(from) {
    const { board, legal } = this.shown;
    const first = legal.find((move) => move.path[0] === from);
    if (!first) {
      say(t('shape.not_now', { piece: this.name(from) }));
      return;
    }
    // As it was held last or as it lies in the tray, if it fits so.
    const likes = [this.kept.get(from), board.hand?.get(from)];
    const cells = likes.find((each) => each && fitting(board.sites, legal, from, each).length > 0);
    this.part.letGo();
    this.held = { from, cells: cells ?? cellsOf(board.sites, first) };
    say(t('shape.held', { piece: this.name(from), places: this.places(this.fits().length) }));
    this.part.refresh();
  }

  /** Takes the next piece that fits somewhere, or the one before. @param {1|-1} step */
  next(step) {
    const { board, legal } = this.shown;
    const usable = [...(board.hand?.keys() ?? [])].filter((from) => legal.some((move) => move.path[0] === from));
    if (usable.length === 0) return;
    const now = this.held ? usable.indexOf(this.held.from) : step > 0 ? -1 : 0;
    this.take(usable[(now + step + usable.length) % usable.length]);
    this.aim();
  }

  /** Holds the piece over a place where it fits, near the one that has the keyboard. */
  aim() {
    const { part, shown } = this;
    const { sites } = shown.board;
    const here = sites[part.focus];
    const covered = [...new Set(this.fits().flatMap((move) => move.path.slice(1)))];
    /** @param {number} site */
    const far = (site) => Math.hypot(sites[site].x - here.x, sites[site].y - here.y);
    const site = covered.reduce((best, each) => (far(each) < far(best) ? each : best), covered[0]);
    if (site === undefined) return;
    part.hover = null;
    this.spot = site;
    part.setFocus(site);
  }

  /** Moves what is held, by the keyboard. @param {import('./geometry.js').Direction} direction */
  move(direction) {
    const { part, spot } = this;
    if (part.hover === null && spot === null) this.aim();
    else {
      part.focus = part.hover ?? spot ?? part.focus;
      part.step(direction);
      part.hover = null;
      this.spot = part.focus;
    }
    this.sayWhere();
  }

  /** @param {Cells} cells @param {'shape.turned'|'shape.flipped'} word */
  hold(cells, word) {
    if (!this.held) return;
    const { from } = this.held;
    this.held = { from, cells };
    this.kept.set(from, cells);
    say(t(word, { piece: this.name(from), places: this.places(this.fits().length) }));
    this.part.refresh();
  }

  turn = () => this.held && this.hold(turned(this.held.cells, this.shown.board.sites), 'shape.turned');
  flip = () => this.held && this.hold(flipped(this.held.cells), 'shape.flipped');

  /** The move that is meant at a place. @param {number|null} site */
  meant(site) {
    return this.held && site !== null ? nearest(this.shown.board.sites, this.fits(), this.held.cells, site) : null;
  }

  /** What would be laid down now. */
  ready() {
    return this.meant(this.part.hover ?? this.spot);
  }

  /** @param {Move|null} move */
  lay = (move) => {
    if (!move || !this.held) return;
    this.kept.delete(this.held.from);
    this.part.letGo();
    this.part.send(move);
    this.part.refresh();
  };

  /** A place was touched. A finger hides what is under it, so it shows first and lays at the second touch. @param {number} site */
  press(site) {
    if (!this.held) {
      say(t('shape.choose'));
      return;
    }
    const shownMove = this.meant(this.spot);
    const again = shownMove?.path.includes(site, 1) ? shownMove : null;
    const move = this.covers ? again : this.meant(site);
    if (move) {
      this.lay(move);
      return;
    }
    this.spot = site;
    this.sayWhere();
    this.part.refresh();
  }

  sayWhere() {
    const move = this.meant(this.spot);
    const fits = this.covers ? 'shape.ready_touch' : 'shape.over';
    if (this.held) say(move ? t(fits, { move: move.text }) : t('shape.misfit', { piece: this.name(this.held.from) }));
  }

  /** Keys that mean something on the board; those of the room come after them. @returns {Record<string, () => void>} */
  keys() {
    if (!this.inUse || this.shown.legal.length === 0) return {};
    const choose = { '.': () => this.next(1), ',': () => this.next(-1) };
    if (!this.held) return choose;
    const ways = Object.entries(ARROWS).map(([key, direction]) => [key, () => this.move(direction)]);
    return { ...choose, r: this.turn, f: this.flip, Escape: this.dropAloud, ...Object.fromEntries(ways) };
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const deed = this.keys()[event.key];
    if (!deed) return;
    deed();
    event.preventDefault();
    event.stopPropagation();
  };

  /** The site under a pointer, whoever has captured it. @param {PointerEvent} event */
  under(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest('.board [data-site]');
    return element ? Number(element.getAttribute('data-site')) : null;
  }

  /** A finger that slides over the board moves the piece. @param {PointerEvent} event */
  slide(event) {
    const site = this.under(event);
    if (site === null || site === this.spot) return;
    this.spot = site;
    this.part.refresh();
  }

  /** @param {PointerEvent} event @param {number} from */
  onDown(event, from) {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    // A quick hand has left the button before it is seen to move.
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.carry = { from, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {PointerEvent} event */
  onMove = (event) => {
    const { carry } = this;
    if (!carry) return;
    if (!carry.moved && Math.hypot(event.clientX - carry.x, event.clientY - carry.y) > 7) {
      if (this.held?.from !== carry.from) this.take(carry.from);
      this.carry = { ...carry, moved: true };
    }
    if (!this.carry?.moved) return;
    this.part.hover = this.under(event);
    this.part.refresh();
  };

  /** @param {PointerEvent} event */
  onUp = (event) => {
    const { carry } = this;
    if (!carry?.moved) return;
    const site = event.type === 'pointercancel' ? null : this.under(event);
    if (site !== null) this.lay(this.meant(site));
    this.part.refresh();
  };

  /** @param {MouseEvent} event @param {number} from */
  onClick(event, from) {
    const carried = this.carry?.moved;
    this.carry = null;
    // A click follows a drag; it is not meant.
    if (carried) return;
    if (this.held?.from === from) {
      this.dropAloud();
      return;
    }
    this.take(from);
    // Without a pointer the keys go on at the board.
    if (event.detail === 0) this.aim();
  }

  /** What is held over the board. @returns {unknown} */
  ghost() {
    const { held, shown } = this;
    const site = this.part.hover ?? this.spot;
    if (!held || site === null || shown.board.hand?.has(site)) return nothing;
    const move = this.meant(site);
    const covered = move ? move.path.slice(1) : under(shown.board, held.cells, site);
    return svg`<g class=${move ? 'laid' : 'misfit'}>${body(covered.map((i) => shown.board.sites[i]), this.colour(held.from))}</g>`;
  }

  /** Good moves, as outlines. @param {import('./board.js').Best[]} best */
  hints(best) {
    const { sites } = this.shown.board;
    return best
      .filter(({ path }) => path.length > 1)
      .toReversed()
      .map(({ path: [, held, ...others], rank }) => {
        const view = { pieces: [], last: false, target: false, winning: false, chosen: false, best: rank, note: null };
        return svg`<g class="proposed ${rank === 1 ? '' : 'lesser'}">${body([held, ...others].map((i) => sites[i]), 'hinted')}</g>${bestMark(view, sites[held])}`;
      });
  }

  /** Where the piece can be held, to be marked with dots. @returns {Set<string>} */
  grips() {
    const { held, shown } = this;
    if (!held) return new Set();
    return new Set(this.fits().map((move) => gripOf(shown.board.sites, move, held.cells).map((value) => Math.round(20 * value)).join()));
  }

  /** @param {number} from */
  colour(from) {
    const piece = this.shown.scene.pieces.find((each) => each.site === from);
    return piece ? classOf(this.shown.board.kinds[piece.kind]) : 'nobody';
  }

  /** A piece as it is held or would be. @param {number} from */
  picture(from) {
    const { held, shown } = this;
    const { board, scene } = shown;
    const cells = held?.from === from ? held.cells : (this.kept.get(from) ?? board.hand?.get(from));
    const there = scene.pieces.find((each) => each.site === from);
    if (!cells) return svg`<svg class="shape board-colours" viewBox="-24 -24 48 48" aria-hidden="true">${text('strong faint', 0, 0, 0.6, board.sites[from].name)}</svg>`;
    const outline = board.sites.find((site, i) => !board.hand?.has(i))?.outline ?? { kind: 'square' };
    const sites = cells.map(([x, y]) => /** @type {Site} */ ({ name: '', x, y, outline, tint: 0 }));
    const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    // All pieces in one scale, so that they look as they will on the board.
    const size = Math.max(3.4, right - left + 1.3, bottom - top + 1.3);
    const box = [(left + right - size) / 2, (top + bottom - size) / 2, size, size].map(px).join(' ');
    return svg`<svg class="shape board-colours" viewBox=${box} aria-hidden="true">${body(sites, there ? this.colour(from) : 'nobody')}</svg>`;
  }

  /** @param {number} from */
  slot(from) {
    const { held, shown } = this;
    const name = this.name(from);
    const there = shown.scene.pieces.some((each) => each.site === from);
    const usable = shown.legal.some((move) => move.path[0] === from);
    const chosen = held?.from === from;
    const label = !there ? t('shape.used', { piece: name }) : usable || shown.legal.length === 0 ? t('shape.piece', { piece: name }) : t('shape.not_now', { piece: name });
    return html`<button type="button" class="slot ${chosen ? 'chosen' : ''} ${usable ? 'playable' : ''} ${there ? '' : 'used'}" data-site=${from}
      aria-label=${label} aria-pressed=${chosen} ?disabled=${!usable}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.onDown(event, from)} @pointermove=${this.onMove} @pointerup=${this.onUp} @pointercancel=${this.onUp}
      @click=${(/** @type {MouseEvent} */ event) => this.onClick(event, from)}>${there ? this.picture(from) : nothing}<span aria-hidden="true">${name}</span></button>`;
  }

  /** What can be done now, in words. */
  line() {
    const { held, shown } = this;
    if (shown.legal.length === 0) return '';
    if (!held) return t('shape.choose');
    const move = this.ready();
    const piece = this.name(held.from);
    const ready = this.covers ? 'shape.ready_touch' : 'shape.ready';
    return move ? t(ready, { move: move.text }) : t('shape.line', { piece, places: this.places(this.fits().length) });
  }

  view() {
    const { held, shown } = this;
    const move = this.ready();
    const symmetric = held && keyOf(turned(held.cells, shown.board.sites)) === keyOf(held.cells);
    const mirrored = held && keyOf(flipped(held.cells)) === keyOf(held.cells);
    return html`<div class="tray" role="group" aria-label=${t('shape.tray')} @keydown=${this.onKey}>
      <p class="tray-line">${this.line()}</p>
      <div class="tray-bar">
        <button type="button" class="button" ?disabled=${!held || symmetric} @click=${this.turn}>${icon('turn')}${t('shape.turn')}<kbd aria-hidden="true">r</kbd></button>
        <button type="button" class="button" ?disabled=${!held || mirrored} @click=${this.flip}>${icon('flip')}${t('shape.flip')}<kbd aria-hidden="true">f</kbd></button>
        <button type="button" class="button primary" ?disabled=${!move} @click=${() => this.lay(move)}>${icon('check')}${t('shape.place')}<kbd aria-hidden="true">↵</kbd></button>
        <button type="button" class="button" ?disabled=${!held} @click=${this.dropAloud}>${icon('close')}${t('shape.drop')}<kbd aria-hidden="true">Esc</kbd></button>
      </div>
      <div class="slots">${[...(shown.board.hand?.keys() ?? [])].map((from) => this.slot(from))}</div>
    </div>`;
  }
}
