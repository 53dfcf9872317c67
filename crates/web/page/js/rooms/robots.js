// Choosing a world of robots: one that comes with henge, one of your own, or a recording.
import * as api from '../api.js';
import { fail, go, refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { loading } from '../parts/parts.js';
import { tomlFault } from '../parts/toml.js';
import { beginning, land, teamsOf } from '../robots/land.js';
import { to } from '../router.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';
import { keepReplay } from './replay.js';

/** @typedef {import('../types.js').RobotGround} Ground */

/** How long the page waits after a key before it asks whether the text is right. */
const PAUSE = 300;

export class Robots {
  constructor() {
    /** @type {{slug:string, toml:string, ground:Ground}[]|null} */
    this.scenarios = null;
    this.toml = '';
    /** The world of the text, as long as the text is right. @type {Ground|null} */
    this.ground = null;
    /** @type {import('../parts/toml.js').TomlFault|null} */
    this.wrong = null;
    this.seed = '1';
    this.busy = false;
    this.fault = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.load();
  }

  stop() {
    clearTimeout(this.timer);
  }

  title = () => t('robots.title');

  load = async () => {
    try {
      this.fault = '';
      this.scenarios = await api.robotScenarios();
      if (!this.toml) this.choose(this.scenarios[0]);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };

  /** @param {{toml:string, ground:Ground}} scenario */
  choose({ toml, ground }) {
    clearTimeout(this.timer);
    this.toml = toml;
    this.ground = ground;
    this.wrong = null;
    refresh();
  }

  /** @param {Event} event */
  edit = (event) => {
    this.toml = /** @type {HTMLTextAreaElement} */ (event.target).value;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.check, PAUSE);
  };

  check = async () => {
    const { toml } = this;
    try {
      const { ground, fault } = await api.checkRobots(toml);
      // Somebody may have typed on in the meantime.
      if (toml !== this.toml) return;
      this.wrong = fault ?? null;
      if (ground) this.ground = ground;
    } catch (error) {
      fail(error);
    }
    refresh();
  };

  /** @param {Event} event */
  start = async (event) => {
    event.preventDefault();
    clearTimeout(this.timer);
    if (this.busy) return;
    await this.check();
    if (this.wrong) {
      document.getElementById('scenario-text')?.focus();
      return;
    }
    this.busy = true;
    refresh();
    try {
      const world = await api.newRobotWorld({ toml: this.toml, seed: Number(this.seed) || 0 });
      go(to.world(world.id));
    } catch (error) {
      fail(error);
    }
    this.busy = false;
    refresh();
  };

  /** @param {Event} event */
  open = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    try {
      const text = await file.text();
      keepReplay({ text, name: file.name.replace(/\.[^.]*$/, ''), replay: await api.replayRobots(text), from: null });
      go(to.replay());
    } catch (error) {
      fail(error);
    }
  };

  /** @param {{slug:string, toml:string, ground:Ground}} scenario */
  card(scenario) {
    const { ground } = scenario;
    const chosen = this.toml === scenario.toml;
    const contest = ground.contest ? ` · ${t(`robots.contest.short.${ground.contest.kind}`)}` : '';
    return html`<li><button class="world-card" aria-pressed=${chosen} @click=${() => this.choose(scenario)}>
      ${land({ ground, moment: beginning(ground), label: '' })}
      <span class="open-text"><strong>${ground.name}</strong><span class="help">${t('robots.size', { width: ground.width, height: ground.height, n: ground.robots.length })}${contest}</span></span>
    </button></li>`;
  }

  view() {
    if (this.fault) return nowhereView(this.fault, this.load);
    const { scenarios, ground } = this;
    if (!scenarios) return loading();
    return html`<div class="robots-room">
      <div class="hero"><h1>${t('robots.title')}</h1><p>${t('robots.lead')}</p></div>
      <section aria-labelledby="worlds"><h2 id="worlds">${t('robots.choose')}</h2><ul class="world-cards">${scenarios.map((scenario) => this.card(scenario))}</ul></section>
      <form class="world-form" @submit=${this.start}>
        <div class="field"><label for="scenario-text">${t('robots.scenario')}</label>
          <textarea id="scenario-text" rows="14" spellcheck="false" autocomplete="off" aria-describedby="scenario-help" aria-invalid=${this.wrong ? 'true' : 'false'} .value=${this.toml} @input=${this.edit}></textarea>
          <span class="help" id="scenario-help">${t('robots.scenario.help')}</span></div>
        <div class="stack">
          ${tomlFault(this.toml, this.wrong)}
          ${ground && !this.wrong ? land({ ground, moment: beginning(ground), names: ground.width <= 20, label: t('robots.preview', { name: ground.name }) }) : nothing}
          ${ground && !this.wrong ? html`<p class="help">${t('robots.size', { width: ground.width, height: ground.height, n: ground.robots.length })}${teamsOf(ground).length ? ` · ${t('robots.teams', { teams: teamsOf(ground).join(', ') })}` : ''}</p>` : nothing}
          <div class="field"><label for="world-seed">${t('robots.seed')}</label>
            <input id="world-seed" type="number" min="0" max="9007199254740991" step="1" .value=${this.seed} aria-describedby="seed-help"
              @input=${(/** @type {Event} */ event) => (this.seed = /** @type {HTMLInputElement} */ (event.target).value)}>
            <span class="help" id="seed-help">${t('robots.seed.help')}</span></div>
          <div class="row">
            <button class="button primary large" ?disabled=${this.busy}>${icon('play')}${t('robots.start')}</button>
            <label class="button">${icon('load')}${t('robots.open')}<input class="offscreen" type="file" accept=".txt,text/plain" @change=${this.open}></label>
          </div>
        </div>
      </form>
    </div>`;
  }
}
