// A recording of robots: to and fro by a slider, or by itself.
import * as api from '../api.js';
import { fail, refresh, say } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { saveFile } from '../parts/share.js';
import { land, settle, wayLength } from '../robots/land.js';
import { namesButton, points, robots, showsNames, toggleNames } from '../robots/panels.js';
import { to } from '../router.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** `from` is the world it was taken from, if that is still there. @typedef {{text:string, name:string, replay:import('../types.js').RobotReplay, from:string|null}} Kept */

/** A recording is too long for an address, so it waits here. @type {Kept|null} */
let kept = null;

/** @param {Kept} what */
export function keepReplay(what) {
  kept = what;
}

/** Moments a second. */
const PACE = 5;

export class Replay {
  constructor() {
    this.kept = kept;
    this.at = 0;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
  }

  stop() {
    clearInterval(this.timer);
  }

  title = () => t('robots.replay');

  get last() {
    return (this.kept?.replay.moments.length ?? 1) - 1;
  }

  /** @param {number} n */
  show(n) {
    this.at = Math.max(0, Math.min(this.last, n));
    if (this.at === this.last) this.rest();
    refresh();
  }

  /** By hand: what runs by itself stops. @param {number} n */
  turnTo(n) {
    this.rest();
    this.show(n);
    say(t('robots.round', { round: this.at }));
  }

  rest() {
    clearInterval(this.timer);
    this.timer = undefined;
    refresh();
  }

  toggle = () => {
    if (this.timer !== undefined) return this.rest();
    if (this.at === this.last) this.at = 0;
    this.timer = setInterval(() => this.show(this.at + 1), 1000 / PACE);
    refresh();
  };

  draw = async () => {
    if (!this.kept) return;
    try {
      saveFile(`${this.kept.name}.svg`, await api.animateRobots(this.kept.text));
    } catch (error) {
      fail(error);
    }
  };

  keys() {
    return {
      p: this.toggle,
      ArrowLeft: () => this.turnTo(this.at - 1),
      ArrowRight: () => this.turnTo(this.at + 1),
      Home: () => this.turnTo(0),
      End: () => this.turnTo(this.last),
      '#': toggleNames,
    };
  }

  view() {
    if (!this.kept) return nowhereView(t('robots.replay.none'));
    const { replay, text, name, from } = this.kept;
    const { ground, moments, names } = replay;
    const moment = moments[this.at];
    const running = this.timer !== undefined;
    const past = moments.slice(Math.max(0, this.at + 1 - wayLength(ground)), this.at + 1).map((each) => each.at);
    queueMicrotask(settle);
    return html`<div class="table robots-table">
      <section class="stage" aria-label=${ground.name}>
        <h1 class="room-title">${ground.name} <span data-round=${this.at}>${t('robots.round.of', { round: this.at, all: this.last })} · ${t('robots.replay')}</span></h1>
        <div class="board-row">${land({ ground, moment, past, names: showsNames(), moving: true, label: t('robots.label', { name: ground.name, round: this.at }) })}</div>
        <label class="scrub"><span class="offscreen">${t('robots.scrub')}</span>
          <input type="range" min="0" max=${this.last} step="1" .value=${String(this.at)} aria-valuetext=${t('robots.round.of', { round: this.at, all: this.last })}
            @input=${(/** @type {Event} */ event) => this.turnTo(Number(/** @type {HTMLInputElement} */ (event.target).value))}></label>
        <div class="row controls">
          <button class="button icon-only" aria-label=${t('robots.first')} title=${t('robots.first')} @click=${() => this.turnTo(0)}>${icon('first')}</button>
          <button class="button icon-only" aria-label=${t('robots.back')} title=${t('robots.back')} @click=${() => this.turnTo(this.at - 1)}>${icon('back')}</button>
          <button class="button primary" @click=${this.toggle}>${icon(running ? 'pause' : 'play')}${t(running ? 'robots.pause' : 'robots.run')}</button>
          <button class="button icon-only" aria-label=${t('robots.step')} title=${t('robots.step')} @click=${() => this.turnTo(this.at + 1)}>${icon('forward')}</button>
          <button class="button icon-only" aria-label=${t('robots.last')} title=${t('robots.last')} @click=${() => this.turnTo(this.last)}>${icon('last')}</button>
          ${namesButton()}
        </div>
      </section>
      <aside class="side">
        ${points(ground, names, moment)} ${robots(ground, moment)}
        <section class="panel-box"><h2>${t('robots.keep')}</h2>
          <p class="help">${t('robots.seed.is', { seed: replay.seed })}</p>
          <div class="keep">
            <button class="button" @click=${() => saveFile(`${name}.txt`, text)}>${icon('load')}${t('robots.save')}</button>
            <button class="button" @click=${this.draw}>${icon('load')}${t('robots.svg')}</button>
          </div>
          ${from ? html`<a class="button quiet" href=${to.world(from)}>${icon('undo')}${t('robots.to_world')}</a>` : nothing}
          <a class="button quiet" href=${to.robots()}>${icon('plus')}${t('robots.another')}</a>
        </section>
      </aside>
    </div>`;
  }
}
