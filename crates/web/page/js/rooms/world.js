// A world of robots that runs on the server: watching, steering, stopping it.
import * as api from '../api.js';
import { copy, fail, go, refresh, say, shell } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { loading } from '../parts/parts.js';
import { saveFile } from '../parts/share.js';
import { land, settle, wayLength } from '../robots/land.js';
import { pad, steered, steeringKeys } from '../robots/pad.js';
import { namesButton, points, robots, showsNames, talk, toggleNames } from '../robots/panels.js';
import { to } from '../router.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';
import { keepReplay } from './replay.js';

/** @typedef {import('../types.js').RobotWorld} RobotWorld */
/** @typedef {import('../types.js').RobotState} RobotState */
/** @typedef {import('../robots/pad.js').Step} Step */

/** Rounds a second, from slow to fast. */
export const PACES = [0.5, 1, 2, 4, 8, 15, 20];

export class World {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {RobotWorld|null} */
    this.world = null;
    /** The places of the last moments. @type {number[][]} */
    this.past = [];
    this.chosen = -1;
    this.fault = '';
    /** What was last asked of a robot, so that a key held down asks once a round. @type {Map<number, string>} */
    this.asked = new Map();
    /** @type {() => void} */
    this.unwatch = () => {};
    this.stopped = false;
    this.load();
  }

  /** The pace that was asked for and is not answered yet. @type {number|null} */
  wished = null;

  stop() {
    this.stopped = true;
    shell.offline = false;
    this.unwatch();
  }

  title = () => this.world?.ground.name ?? t('robots.title');

  load = async () => {
    try {
      this.world = await api.robotWorld(this.id);
      this.chosen = steered(this.world.ground)[0] ?? -1;
      this.past = [this.world.state.moment.at];
      if (this.stopped) return;
      this.unwatch = api.watchRobots(this.id, {
        state: this.take,
        connected: (yes, why) => {
          shell.offline = !yes && (why || true);
          refresh();
        },
        gone: () => {
          this.fault = t('robots.gone');
          refresh();
        },
      });
    } catch (error) {
      this.fault = error instanceof api.ApiError && error.status === 404 ? t('robots.gone') : error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** @param {RobotState} state */
  take = (state) => {
    const { world } = this;
    if (!world || state.version < world.state.version) return;
    const [before, now] = [world.state.moment.round, state.moment.round];
    if (now === before + 1) this.past.push(state.moment.at);
    else if (now !== before) this.past = [state.moment.at];
    this.past.splice(0, this.past.length - wayLength(world.ground));
    if (now !== before) this.asked.clear();
    // Rounds in a row are not told one by one; a single one, and the end, are.
    if (now !== before && (!state.running || state.ended)) say(this.spoken(state));
    world.state = state;
    refresh();
  };

  /** @param {RobotState} state */
  spoken({ moment, names, ended }) {
    const { ground } = /** @type {RobotWorld} */ (this.world);
    const at = (/** @type {number} */ i) => t('robots.say.at', { name: ground.robots[i].name, x: moment.at[2 * i], y: moment.at[2 * i + 1] });
    const score = names.length ? ` ${names[0]}: ${moment.points[0]}.` : '';
    const over = ended ? ` ${t('robots.ended.contest')}` : '';
    return `${t('robots.round', { round: moment.round })}. ${steered(ground).map(at).join(' ')}${score}${over}`;
  }

  /** @param {Record<string, unknown>} action */
  act = async (action) => {
    try {
      this.take(await api.actRobots(this.id, action));
    } catch (error) {
      fail(error);
    }
  };

  /** @param {number} robot @param {Step} step */
  steer = (robot, step) => {
    const { state } = /** @type {RobotWorld} */ (this.world);
    if (state.ended || this.asked.get(robot) === step) return;
    if (state.running) this.asked.set(robot, step);
    this.act({ action: 'steer', robot, step });
  };

  toggle = () => this.act({ action: this.world?.state.running ? 'pause' : 'run' });
  step = () => this.act({ action: 'step' });
  restart = () => this.act({ action: 'restart' });

  /** @param {number} by */
  faster(by) {
    const now = this.pace;
    const nearest = PACES.reduce((best, pace, i) => (Math.abs(pace - now) < Math.abs(PACES[best] - now) ? i : best), 0);
    this.setPace(PACES[Math.max(0, Math.min(PACES.length - 1, nearest + by))]);
  }

  /** The pace that was asked for last, or that of the world. */
  get pace() {
    return this.wished ?? this.world?.state.pace ?? 4;
  }

  /** Shown at once: the next key may come before the answer does. @param {number} pace */
  setPace(pace) {
    const waiting = this.wished !== null;
    this.wished = pace;
    refresh();
    if (!waiting) this.sendPace();
  }

  /** One wish at a time, the last one last. */
  async sendPace() {
    while (this.wished !== null) {
      const pace = this.wished;
      await this.act({ action: 'pace', pace });
      if (this.wished === pace) this.wished = null;
    }
    refresh();
  }

  /** The run so far, to look at it again. */
  lookBack = async () => {
    try {
      if (this.world?.state.running) await this.act({ action: 'pause' });
      const text = await api.robotRecording(this.id);
      keepReplay({ text, name: this.fileName, replay: await api.replayRobots(text), from: this.id });
      go(to.replay());
    } catch (error) {
      fail(error);
    }
  };

  get fileName() {
    return (this.world?.ground.name ?? 'robots').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'robots';
  }

  save = async () => {
    try {
      saveFile(`${this.fileName}.txt`, await api.robotRecording(this.id));
    } catch (error) {
      fail(error);
    }
  };

  draw = async () => {
    try {
      saveFile(`${this.fileName}.svg`, await api.robotPicture(this.id));
    } catch (error) {
      fail(error);
    }
  };

  keys() {
    const { world } = this;
    if (!world) return {};
    return {
      p: this.toggle,
      '.': this.step,
      '+': () => this.faster(1),
      '-': () => this.faster(-1),
      '#': toggleNames,
      ...steeringKeys(world.ground, this.chosen, this.steer),
    };
  }

  view() {
    if (this.fault) return nowhereView(this.fault);
    const { world } = this;
    if (!world) return loading();
    const { ground, state } = world;
    const { moment, running, ended } = state;
    queueMicrotask(settle);
    const status = ended ? t(`robots.ended.${ended}`) : t(running ? 'robots.running' : 'robots.resting');
    return html`<div class="table robots-table">
      <section class="stage" aria-label=${ground.name}>
        <h1 class="room-title">${ground.name} <span data-round=${moment.round}>${t('robots.round', { round: moment.round })} · ${status}</span></h1>
        <div class="board-row ${this.pace > 6 ? 'fast' : ''}">
          ${land({ ground, moment, past: this.past, names: showsNames(), chosen: this.chosen, moving: true, label: t('robots.label', { name: ground.name, round: moment.round }) })}
        </div>
        <div class="row controls">
          <button class="button primary" ?disabled=${Boolean(ended)} @click=${this.toggle}>${icon(running ? 'pause' : 'play')}${t(running ? 'robots.pause' : 'robots.run')}</button>
          <button class="button" ?disabled=${Boolean(ended)} @click=${this.step}>${icon('forward')}${t('robots.step')}</button>
          <button class="button" @click=${this.restart}>${icon('again')}${t('robots.restart')}</button>
          <label class="pace"><span>${t('robots.pace', { pace: this.pace })}</span>
            <input type="range" min="0" max=${PACES.length - 1} step="1" .value=${String(Math.max(0, PACES.indexOf(this.pace)))} aria-valuetext=${t('robots.pace', { pace: this.pace })}
              @change=${(/** @type {Event} */ event) => this.setPace(PACES[Number(/** @type {HTMLInputElement} */ (event.target).value)])}></label>
          ${namesButton()}
        </div>
      </section>
      <aside class="side">
        ${pad({
          ground,
          chosen: this.chosen,
          ready: state.ready,
          ended: Boolean(ended),
          choose: (robot) => {
            this.chosen = robot;
            refresh();
          },
          steer: this.steer,
        })}
        ${points(ground, state.names, moment)} ${robots(ground, moment)} ${talk(ground, state.said)}
        <section class="panel-box"><h2>${t('robots.keep')}</h2>
          <p class="help">${t('robots.seed.is', { seed: state.seed })}</p>
          <div class="keep">
            <button class="button" ?disabled=${moment.round === 0} @click=${this.lookBack}>${icon('eye')}${t('robots.look_back')}</button>
            <button class="button" @click=${this.save}>${icon('load')}${t('robots.save')}</button>
            <button class="button" @click=${this.draw}>${icon('load')}${t('robots.svg')}</button>
            <button class="button" @click=${() => copy(location.href)}>${icon('link')}${t('robots.link')}</button>
          </div>
          <a class="button quiet" href=${to.robots()}>${icon('plus')}${t('robots.another')}</a>
        </section>
      </aside>
    </div>`;
  }
}
