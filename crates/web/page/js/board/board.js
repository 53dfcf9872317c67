// The board people touch: clicks, drags and keys narrow the legal moves to one.
import { html, svg, nothing } from '../html.js';
import { preferences } from '../store.js';
import { t } from '../texts.js';
import { ARROWS, UNIT, towards } from './geometry.js';
import { Flights } from './flights.js';
import { UNTOUCHED, hops, meant, remaining, targets, touch } from './narrow.js';
import { arrow, beneath, bestMark, bodies, circle, coverOf, diceOn, die, marks, outline, piece, pieces, placeName, text } from './figure.js';
import { border, dotsOf, ground, laidOut, showsName, siteViews, styleOf, viewBox } from './still.js';
import { UNSTEPPED, finished, isLoose, reach, sources, spent, taking } from './steps.js';
import { Tray } from './tray.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Player} Player */
/** @typedef {import('./figure.js').SiteView} SiteView */
/** @typedef {import('./geometry.js').Direction} Direction */
/** @typedef {{path:number[], rank:number}} Best */
/**
 * What the board shows and asks for, given anew at each drawing.
 * @typedef {object} Shown
 * @property {Board} board
 * @property {Scene} scene
 * @property {string} label what the board is called
 * @property {Move[]} legal empty when nobody may move here
 * @property {Player|null} mover
 * @property {number[]} [last]
 * @property {Best[]} [best]
 * @property {import('../html.js').Template} [over] drawn over the board
 * @property {(move:Move) => unknown} [onMove] a promise if the answer takes its time
 * @property {(site:number) => void} [onSite] takes touches instead, as in the editor
 */

export class BoardPart {
  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
    this.touched = UNTOUCHED;
    /** The same for moves whose steps may be made in any order. @type {import('./steps.js').Stepped} */
    this.stepped = UNSTEPPED;
    /** The site that has the keyboard. */
    this.focus = -1;
    /** @type {number|null} */
    this.hover = null;
    /** @type {Move[]|null} */
    this.choice = null;
    /** @type {{from:number, touched:number[], before:import('./narrow.js').Touched, x:number, y:number, moved:boolean, id:number}|null} */
    this.drag = null;
    this.dragged = false;
    /** @type {Shown|null} */
    this.shown = null;
    /** A move that was made here and is not yet in the position. @type {{move:Move, scene:Scene, mover:Player|null}|null} */
    this.sent = null;
    this.flights = new Flights(refresh);
    /** The legal moves that the touches belong to. */
    this.key = '';
    /** What touched last: a mouse, a finger, a pen, or the keyboard. */
    this.pointer = '';
    /** Where a finger came down, as long as it may still be a tap. @type {{x:number, y:number, slid:boolean}|null} */
    this.finger = null;
    this.tray = new Tray(this);
  }

  /** Lets go of what was touched. @returns {boolean} whether there was something */
  letGo() {
    const had = this.touched.sites.length > 0 || this.stepped !== UNSTEPPED || this.choice !== null || this.tray.held !== null;
    this.tray.drop();
    this.touched = UNTOUCHED;
    this.stepped = UNSTEPPED;
    this.choice = null;
    this.drag = null;
    return had;
  }

  /** The board as it is laid out here: one too flat for a screen is folded. @param {Board} board */
  layout(board) {
    return laidOut(board);
  }

  /** Makes a move. It is seen on the board at once, before anybody has answered. @param {Move} move */
  send(move) {
    const { shown } = this;
    if (!shown) return;
    const sent = { move, scene: shown.scene, mover: shown.mover };
    this.sent = sent;
    Promise.resolve(shown.onMove?.(move)).catch(() => {}).finally(() => {
      if (this.sent !== sent) return;
      this.sent = null;
      this.refresh();
    });
  }

  /** @param {number} site */
  press(site) {
    const shown = this.shown;
    if (!shown) return;
    this.focus = site;
    if (shown.onSite) {
      shown.onSite(site);
      return;
    }
    if (shown.legal.length === 0) return;
    if (this.tray.inUse) {
      this.tray.press(site);
      return;
    }
    this.choice = null;
    if (isLoose(shown.legal) && this.makeStep(shown, site)) {
      this.refresh();
      return;
    }
    const vacant = !shown.scene.pieces.some((each) => each.site === site) && shown.board.sites[site].tint !== 2;
    const answer = touch(shown.legal, this.touched, this.touched.sites.length ? site : meant(shown.legal, shown.board.sites, vacant, site));
    if (answer.kind === 'move') {
      this.touched = UNTOUCHED;
      this.send(answer.move);
    } else if (answer.kind === 'choice') {
      this.touched = answer.touched;
      this.choice = answer.moves;
    } else if (answer.kind === 'step') {
      this.touched = answer.touched;
      if (answer.complete.length > 0) this.choice = answer.complete;
    } else {
      this.touched = UNTOUCHED;
    }
    this.refresh();
  }

  /** The places whose pieces can make a step. @param {Shown} shown @returns {Set<number>} */
  sources(shown) {
    const views = this.sites(shown);
    const mine = (/** @type {number} */ site) => views[site]?.pieces.some(({ kind }) => shown.board.kinds[kind]?.owner === shown.mover);
    return sources(shown.legal, this.stepped.made, mine);
  }

  /** Makes a part of a step; false if the touch means something else. @param {Shown} shown @param {number} site */
  makeStep(shown, site) {
    const { made, from } = this.stepped;
    const chain = from === null ? undefined : reach(shown.legal, made, from).get(site);
    if (chain) this.stepped = { made: [...made, ...chain], from: null };
    else if (site !== from && this.sources(shown).has(site)) this.stepped = { made, from: site };
    else if (from !== null) this.stepped = made.length > 0 ? { made, from: null } : UNSTEPPED;
    else return made.length > 0;
    return true;
  }

  /** @param {Event} event @returns {number|null} */
  siteOf(event) {
    const element = event.target instanceof Element ? event.target.closest('[data-site]') : null;
    return element ? Number(element.getAttribute('data-site')) : null;
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const site = this.siteOf(event);
    if (site !== null) this.press(site);
    else if (this.letGo()) this.refresh();
  };

  /** @param {PointerEvent} event */
  onDown = (event) => {
    this.dragged = false;
    this.pointer = event.pointerType;
    if (this.tray.held && this.tray.covers) this.finger = { x: event.clientX, y: event.clientY, slid: false };
    const site = this.siteOf(event);
    const shown = this.shown;
    if (site === null || !shown || event.button !== 0) return;
    const touched = isLoose(shown.legal) && this.sources(shown).has(site) ? [site] : this.liftable(shown, site);
    if (touched && this.sites(shown)[site].pieces.length > 0) {
      this.drag = { from: site, touched, before: this.touched, x: 0, y: 0, moved: false, id: event.pointerId };
      this.dragStart = [event.clientX, event.clientY];
    }
  };

  /** @param {PointerEvent} event */
  onPointerMove = (event) => {
    const drag = this.drag;
    if (drag && drag.id === event.pointerId) {
      const [x, y] = this.dragStart ?? [0, 0];
      const start = !drag.moved && Math.hypot(event.clientX - x, event.clientY - y) > 7;
      if (start) {
        drag.moved = true;
        if (isLoose(this.shown?.legal ?? [])) this.stepped = { made: this.stepped.made, from: drag.from };
        else this.touched = { sites: drag.touched, backwards: false };
        this.choice = null;
      }
      if (drag.moved) {
        const canvas = /** @type {SVGSVGElement} */ (event.currentTarget);
        const matrix = canvas.getScreenCTM();
        if (matrix) {
          const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
          drag.x = point.x / UNIT;
          drag.y = point.y / UNIT;
        }
        canvas.setPointerCapture(drag.id);
        this.refresh();
      }
      return;
    }
    const { finger } = this;
    if (finger && this.tray.held) {
      finger.slid ||= Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > 9;
      if (finger.slid) this.tray.slide(event);
      return;
    }
    const site = event.pointerType === 'mouse' ? this.siteOf(event) : null;
    if (site !== this.hover) {
      this.hover = site;
      this.refresh();
    }
  };

  /** @param {PointerEvent} event */
  onUp = (event) => {
    const drag = this.drag;
    this.drag = null;
    if (this.finger?.slid) {
      this.dragged = true;
      this.tray.sayWhere();
      setTimeout(() => (this.dragged = false), 50);
    }
    this.finger = null;
    if (!drag?.moved || event.type === 'pointercancel') return;
    // A click follows a drag; it is not meant.
    this.dragged = true;
    setTimeout(() => (this.dragged = false), 50);
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-site]');
    const site = under ? Number(under.getAttribute('data-site')) : null;
    if (site !== null && site !== drag.from && this.next(this.shown).has(site)) {
      this.flights.placed = site;
      this.press(site);
    }
    else if (this.stepped.from !== null) this.stepped = { made: this.stepped.made, from: null };
    // The steps made before stay made.
    else if (drag.before.sites.length > 1) this.touched = drag.before;
    else this.letGo();
    this.refresh();
  };

  onLeave = () => {
    if (this.hover === null) return;
    // What is held stays over its place while the pointer goes to a button.
    if (this.tray.held) this.tray.spot = this.hover;
    this.hover = null;
    this.refresh();
  };

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    if (!this.shown || event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = ARROWS[event.key];
    this.pointer = 'key';
    this.tray.onKey(event);
    if (event.defaultPrevented) return;
    if (direction) {
      this.step(direction);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.press(Math.max(0, this.focus));
    } else if (event.key === 'Escape' && this.letGo()) {
      this.refresh();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Gives the keyboard to a neighbour. @param {Direction} direction */
  step(direction) {
    if (!this.shown) return;
    const { sites, hand } = this.layout(this.shown.board);
    const there = hand ? sites.map((site, i) => (hand.has(i) ? { ...site, x: Infinity } : site)) : sites;
    this.setFocus(towards(there, Math.max(0, this.focus), direction));
  }

  /** Gives the keyboard to a site. @param {number} site */
  setFocus(site) {
    this.focus = site;
    this.refresh();
    const element = /** @type {SVGElement|null} */ (document.querySelector(`.board-box .board [data-site="${site}"]`));
    element?.focus();
  }

  /** The second button of a mouse turns what is held. @param {MouseEvent} event */
  onMenu = (event) => {
    if (!this.tray.held || this.pointer !== 'mouse') return;
    event.preventDefault();
    this.tray.turn();
  };

  /** Keys that mean something wherever the focus is. */
  keys() {
    return this.tray.keys();
  }

  /** @param {FocusEvent} event */
  onFocus = (event) => {
    const site = this.siteOf(event);
    if (site !== null && site !== this.focus) {
      this.focus = site;
      this.refresh();
    }
  };

  /** @param {Shown} shown @returns {SiteView[]} */
  sites(shown) {
    const views = siteViews(shown.board, shown.scene, shown.last ?? []);
    for (const { path, rank } of shown.best ?? []) {
      const view = path.length === 1 ? views[path[0]] : null;
      if (view && view.best === null) view.best = rank;
    }
    const mine = (/** @type {number} */ kind) => shown.board.kinds[kind]?.owner === shown.mover;
    for (const hop of [...hops(shown.legal, this.touched), ...this.stepped.made.map((each) => taking(shown.legal, each))]) {
      if (hop.taken !== undefined) carry(views, (kind) => !mine(kind), hop.taken, hop.taken_to);
      carry(views, mine, hop.from, hop.to);
    }
    if (this.sent) made(views, shown.board, this.sent);
    if (this.stepped.from !== null) views[this.stepped.from].chosen = true;
    for (const site of this.touched.sites) if (views[site]) views[site].chosen = true;
    return views;
  }

  /** The sites that may be touched next. @param {Shown|null} shown @returns {Set<number>} */
  next(shown) {
    if (!shown) return new Set();
    if (!isLoose(shown.legal)) return targets(shown.legal, this.touched);
    const { made, from } = this.stepped;
    if (from !== null) return new Set(reach(shown.legal, made, from).keys());
    // The cube and the like are touched without a step.
    const others = made.length > 0 ? [] : shown.legal.filter((move) => !move.ways).map((move) => move.path[0]);
    return new Set([...this.sources(shown), ...others.filter((site) => site !== undefined)]);
  }

  /** Takes the last step of a move back. */
  stepBack() {
    if (this.stepped.made.length > 0) {
      this.stepped = { made: this.stepped.made.slice(0, -1), from: null };
      this.refresh();
      return;
    }
    const made = hops(this.shown?.legal ?? [], this.touched);
    const before = made.filter((hop) => hop.touched < (made.at(-1)?.touched ?? 0)).at(-1);
    this.choice = null;
    // A step that hangs on the one before begins where that has ended.
    this.touched = before ? { sites: this.touched.sites.slice(0, before.touched), backwards: false } : UNTOUCHED;
    this.refresh();
  }

  /** What is touched when a piece is taken up here, to begin a move or to go on with one; null if it stays. @param {Shown} shown @param {number} site */
  liftable(shown, site) {
    const { sites, backwards } = this.touched;
    const begun = backwards ? [] : sites;
    // Where steps hang together, the next one begins where the last one has ended.
    const on = begun.length > 1 && begun.at(-1) === site ? begun : [...begun, site];
    const more = remaining(shown.legal, { sites: on, backwards: false }).some((move) => move.path.length > on.length);
    if (begun.length > 1 && more) return on;
    return shown.legal.some((move) => move.path.length > 1 && move.path[0] === site) ? [site] : null;
  }

  /** Which targets are marked: all of them once something is touched; before that only when they tell something. @param {Shown} shown @param {SiteView[]} views @param {Set<number>} next */
  markTargets(shown, views, next) {
    const vacant = views.filter((view, i) => view.pieces.length === 0 && shown.board.sites[i].tint !== 2).length;
    const free = [...next].filter((site) => views[site]?.pieces.length === 0).length;
    const tells = this.touched.sites.length > 0 || free < 0.6 * vacant;
    for (const site of next) {
      const view = views[site];
      if (view) view.target = view.pieces.length > 0 || tells;
    }
  }

  /** Where the piece in the hand can be held. @param {Board} board @param {SiteView[]} views */
  markGrips(board, views) {
    const grips = this.tray.grips();
    board.sites.forEach((site, i) => (views[i].target = grips.has([site.x, site.y].map((value) => Math.round(20 * value)).join())));
  }

  /** The name of a site whose piece stands on it. @param {import('../types.js').Site} site @param {SiteView} view */
  coveredName(site, view) {
    const covered = view.pieces.length > 0 && site.outline.kind === 'circle' && site.tint === 0 && site.name.length <= 3;
    return covered ? text('faint', site.x + 0.42, site.y + 0.42, 0.2, site.name) : nothing;
  }

  /** What a screen reader says of a site. @param {Shown} shown @param {SiteView} view @param {number} site @param {boolean} playable */
  labelOf(shown, view, site, playable) {
    const facts = view.pieces.map(({ kind, count }) => {
      const name = shown.board.kinds[kind]?.name || t('site.piece');
      return count > 1 ? `${count} × ${name}` : name;
    });
    if (facts.length === 0) facts.push(t(shown.board.sites[site].tint === 2 ? 'site.blocked' : 'site.empty'));
    if (view.chosen) facts.push(t('site.chosen'));
    if (view.last) facts.push(t('site.last'));
    if (view.winning) facts.push(t('site.winning'));
    if (view.best !== null) facts.push(view.best === 1 ? t('site.best') : t('site.good', { rank: view.best }));
    if (playable) facts.push(t('site.target'));
    if (view.note) facts.push(view.note);
    return `${shown.board.sites[site].name}: ${facts.join(', ')}`;
  }

  /** The piece that a click would put there, seen through. @param {Shown} shown @param {SiteView[]} views */
  ghost(shown, views) {
    if (this.hover === null || this.touched.sites.length > 0 || !shown.mover || shown.onSite) return nothing;
    const vacant = views[this.hover]?.pieces.length === 0;
    const site = meant(shown.legal, shown.board.sites, vacant, this.hover);
    const single = !views[site]?.note && shown.legal.some((move) => move.path.length === 1 && move.path[0] === site);
    const kinds = shown.board.kinds.flatMap((kind, i) => (kind.owner === shown.mover ? [i] : []));
    if (!single || kinds.length !== 1 || views[site].pieces.length > 0) return nothing;
    const { x, y } = this.layout(shown.board).sites[site];
    return svg`<g class="ghost">${piece(shown.board, kinds[0], 1, x, y, 1)}</g>`;
  }

  /** @param {Shown} shown @returns {import('../html.js').Template} */
  view(shown) {
    const key = `${shown.legal.length}:${shown.legal[0]?.text}:${shown.scene.pieces.length}:${shown.last?.join()}`;
    if (key !== this.key) {
      this.letGo();
      this.key = key;
    }
    this.shown = shown;
    if (this.sent && this.sent.scene !== shown.scene) this.sent = null;
    const board = this.layout(shown.board);
    const views = this.sites(shown);
    const { dice } = shown.scene;
    this.flights.look(board, views, shown.last ?? [], dice.join());
    const { missing } = this.flights;
    const dots = dotsOf(board);
    const held = this.tray.inUse;
    const next = held ? new Set(this.tray.fits().flatMap((move) => move.path.slice(1))) : this.next(shown);
    if (held) this.markGrips(board, views);
    else this.markTargets(shown, views, next);
    if (this.focus < 0 || this.focus >= board.sites.length) this.focus = middle(board);
    // In a crowd of sites small names would only be in the way.
    const named = board.labels.length === 0 && board.sites.length <= 12;
    const allNamed = preferences().names;
    const pickable = shown.legal.length > 0 || Boolean(shown.onSite);
    const sources = new Set(shown.legal.filter((move) => move.path.length > 1).map((move) => move.path[0]));
    const arrows = (shown.best ?? []).filter(({ path }) => path.length > 1);
    const dragged = this.drag?.moved ? views[this.drag.from]?.pieces[0] : null;
    const used = spent(dice, this.stepped.made, shown.board.sites);
    const begun = hops(shown.legal, this.touched).length > 0 || this.stepped.made.length > 0;
    const back = begun ? html`<button class="button small" @click=${() => this.stepBack()}>${t('board.step-back')}</button>` : nothing;
    // Where there is a table to throw them on, dice lie on it.
    const table = dice.length > 0 ? board.areas?.at(-1) : undefined;
    return html`<div class="board-box ${board.hand ? 'with-tray' : ''} ${board.areas?.length ? 'has-table' : ''}">
      ${dice.length > 0 && !table
        ? html`<div class="table-edge">
            <span class="dice-thrown" role="img" aria-label=${t('play.dice', { dice: dice.join(', ') })}>${dice.map((value, i) => die(value, used[i]))}</span>${back}
          </div>`
        : nothing}
      <svg class="board board-colours ${styleOf(board)} ${pickable ? 'live' : ''} ${this.drag?.moved ? 'dragging' : ''} ${this.tray.held ? 'holding' : ''}"
        viewBox=${viewBox(board)}
        role="group" aria-roledescription=${t('board.role')} aria-label=${shown.label}
        @click=${this.onClick} @pointerdown=${this.onDown} @pointermove=${this.onPointerMove} @pointerup=${this.onUp}
        @pointercancel=${this.onUp} @pointerleave=${this.onLeave} @keydown=${this.onKey} @focusin=${this.onFocus} @contextmenu=${this.onMenu}>
        <defs>
          <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line class="hatch" x1="0" y1="0" x2="0" y2="8"></line>
          </pattern>
        </defs>
        ${ground(board)}
        ${board.sites.map((site, i) => {
          if (board.hand?.has(i)) return nothing;
          const view = views[i];
          const cover = coverOf(board, view);
          const playable = next.has(i);
          const lettered = showsName(board, site, view);
          const lifted = dragged && this.drag?.from === i;
          return svg`<g class="site ${playable ? 'playable' : ''} ${sources.has(i) ? 'draggable' : ''}" data-site=${i} data-name=${site.name}
            role="button" tabindex=${this.focus === i ? 0 : -1} aria-label=${this.labelOf(shown, view, i, playable)}>
            ${outline(site, lettered, cover, dots(i))}
            ${cover ? nothing : svg`${beneath(view, site)}<g class=${lifted ? 'held' : ''}>${pieces(board, landed(view, missing.get(i) ?? 0), site)}</g>${marks(board, view, site, lettered)}`}
            ${allNamed && !lettered ? placeName(site, view) : nothing}
            ${circle('open focus', site.x, site.y, 0.47, 0.05)}
          </g>`;
        })}
        <g aria-hidden="true" class="through">
          ${border(board)}${board.hand ? bodies(board, views) : nothing}
          ${named ? board.sites.map((site, i) => this.coveredName(site, views[i])) : nothing}
          ${shown.over ?? nothing}
          ${views.map((view, i) => bestMark(view, board.sites[i]))}
          ${board.hand ? this.tray.hints(arrows) : arrows.toReversed().map(({ path, rank }) => {
            // Numbers keep apart: arrows that meet carry them at their tails, others near their heads.
            const meets = arrows.some((each) => each.rank !== rank && each.path.at(-1) === path.at(-1));
            return arrow(board.sites[path[0]], board.sites[path[path.length - 1]], rank, meets ? 0.3 : 0.66);
          })}
          ${held ? this.tray.ghost() : this.ghost(shown, views)}
          ${table ? diceOn(table, dice, used) : nothing}
          <g class="flights"></g>
          ${dragged && this.drag ? svg`<g class="carried">${piece(board, dragged.kind, 1, this.drag.x, this.drag.y, 1.15)}</g>` : nothing}
        </g>
      </svg>
      ${this.others(shown, table ? back : nothing)}
      ${table ? html`<p class="offscreen">${t('play.dice', { dice: dice.join(', ') })}</p>` : nothing}
      ${begun && dice.length === 0 ? html`<div class="table-edge">${back}</div>` : nothing}
      ${held ? this.tray.view() : nothing}
    </div>`;
  }

  /**
   * Moves that nobody would look for on the board: several with one path, those without any, and those
   * that begin at a piece of the other player, such as taking over the first stone.
   * @param {Shown} shown @param {unknown} back a button to take a step back, where it stands beside them
   */
  others(shown, back) {
    const theirs = new Set(
      shown.scene.pieces.filter(({ kind }) => ![null, shown.mover].includes(shown.board.kinds[kind]?.owner ?? null)).map(({ site }) => site),
    );
    const unseen = shown.onSite ? [] : shown.legal.filter(({ path }) => path.length === 0 || theirs.has(path[0]));
    // A question with a few answers, such as a double, has them all side by side.
    const loose = shown.legal.length <= 4 && unseen.some(({ path }) => path.length === 0) ? shown.legal : unseen;
    const done = finished(shown.legal, this.stepped.made);
    const moves = this.choice ?? (done ? [done] : this.stepped.made.length > 0 ? [] : loose);
    if (moves.length === 0 && back === nothing) return nothing;
    return html`<div class="choice" role="group" aria-label=${t('board.choose')}>
      ${moves.map(
        (move) => html`<button class="button small" @click=${() => {
          this.letGo();
          this.send(move);
          this.refresh();
        }}>${move === done ? t('board.done', { move: move.text }) : move.text}</button>`,
      )}${back}
    </div>`;
  }
}

/** A site without the pieces that are still on their way to it. @param {SiteView} view @param {number} missing @returns {SiteView} */
function landed(view, missing) {
  if (missing === 0) return view;
  let left = missing;
  const pieces = view.pieces.toReversed().flatMap(({ kind, count }) => {
    const off = Math.min(left, count);
    left -= off;
    return count > off ? [{ kind, count: count - off }] : [];
  });
  return { ...view, pieces: pieces.reverse() };
}

/** What a move does to the pieces, as far as that can be told from it alone. @param {SiteView[]} views @param {Board} board @param {{move:Move, mover:Player|null}} sent */
function made(views, board, { move, mover }) {
  const mine = (/** @type {number} */ kind) => board.kinds[kind]?.owner === mover;
  const steps = move.hops ?? move.ways?.[0] ?? [];
  for (const hop of steps) {
    if (hop.taken !== undefined) carry(views, (kind) => !mine(kind), hop.taken, hop.taken_to);
    carry(views, mine, hop.from, hop.to);
  }
  const [from, to] = move.path;
  if (steps.length > 0 || board.hand) return;
  if (move.path.length === 2 && views[to].pieces.length === 0) carry(views, mine, from, to);
  const kinds = board.kinds.flatMap((_, i) => (mine(i) ? [i] : []));
  const vacant = move.path.length === 1 && views[from].pieces.length === 0 && !views[from].note;
  if (vacant && kinds.length === 1) views[from].pieces = [{ kind: kinds[0], count: 1 }];
}

/** The site in the middle: where the keyboard begins. @param {Board} board */
function middle(board) {
  const on = board.sites.filter((_, i) => !board.hand?.has(i));
  const x = on.reduce((sum, site) => sum + site.x, 0) / on.length;
  const y = on.reduce((sum, site) => sum + site.y, 0) / on.length;
  let best = Math.max(0, board.sites.findIndex((_, i) => !board.hand?.has(i)));
  board.sites.forEach((site, i) => {
    if (board.hand?.has(i)) return;
    const now = board.sites[best];
    if (Math.hypot(site.x - x, site.y - y) < Math.hypot(now.x - x, now.y - y) - 1e-6) best = i;
  });
  return best;
}

/**
 * Carries one piece of some kind from a site to another, or off the board.
 * @param {SiteView[]} views @param {(kind:number) => boolean} such @param {number} from @param {number} [to]
 */
function carry(views, such, from, to) {
  const piece = views[from]?.pieces.find(({ kind }) => such(kind));
  if (!piece) return;
  const { kind, count } = piece;
  views[from].pieces = views[from].pieces.flatMap((each) => (each !== piece ? [each] : count > 1 ? [{ kind, count: count - 1 }] : []));
  if (to === undefined || !views[to]) return;
  const there = views[to].pieces.find((each) => each.kind === kind);
  views[to].pieces = there
    ? views[to].pieces.map((each) => (each === there ? { kind, count: each.count + 1 } : each))
    : [...views[to].pieces, { kind, count: 1 }];
}
