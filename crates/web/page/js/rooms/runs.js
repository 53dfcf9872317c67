// Runs of learning on this machine: loss and strength, while they go on.
import * as api from '../api.js';
import { refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { curves } from '../parts/curve.js';
import { loading } from '../parts/parts.js';
import { t } from '../texts.js';
import { nowhereView } from './nowhere.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('../types.js').RunPoint} RunPoint */

/** Milliseconds from one look to the next. */
const PAUSE = 2000;

/** @param {RunPoint[]} points @param {(point:RunPoint) => number|null} value @returns {[number,number][]} */
function over(points, value) {
  return points.flatMap((point) => {
    const y = value(point);
    return y === null ? [] : [/** @type {[number,number]} */ ([point.round, y])];
  });
}

export class Runs {
  constructor() {
    /** @type {Run[]|null} */
    this.runs = null;
    this.fault = '';
    this.stopped = false;
    this.load();
  }

  stop() {
    this.stopped = true;
  }

  title = () => t('runs.title');

  load = async () => {
    this.fault = '';
    try {
      this.runs = await api.runs();
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
    if (!this.stopped && (!this.runs || this.runs.some((run) => !run.ended) || this.fault))
      setTimeout(() => !this.stopped && this.load(), PAUSE);
  };

  /** @param {Run} run */
  one(run) {
    const { points } = run;
    const last = points[points.length - 1];
    const strength = points.flatMap((point) => (point.strength ? [point.strength] : [])).pop();
    const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
    return html`<li class="panel-box run">
      <h2>${run.title} <span class="help">${run.name}</span></h2>
      <p class="help">${run.ended ? t('runs.ended') : t('runs.going')}${last ? ` · ${t('runs.at', { round: last.round, games: last.games, seconds: Math.round(last.seconds) })}` : nothing}</p>
      ${curves(t('runs.loss'), [
        { name: t('runs.learned'), points: over(points, (point) => point.loss) },
        { name: t('runs.unseen'), points: over(points, (point) => point.unseen) },
      ])}
      ${curves(t('runs.strength', { against: run.against }), [{ name: t('runs.score'), points: over(points, (point) => (point.strength ? 100 * point.strength.score : null)) }])}
      ${strength ? html`<p>${t('runs.now', { score: percent(strength.score), error: percent(strength.score_error), against: run.against })}</p>` : nothing}
      ${run.play ? html`<p>${t('runs.play')} <code>${run.play}</code></p>` : nothing}
      <p class="help"><code>${run.command}</code></p>
    </li>`;
  }

  view() {
    if (this.fault && !this.runs) return nowhereView(this.fault, this.load);
    if (!this.runs) return loading();
    return html`<div class="home runs">
      <h1>${t('runs.title')}</h1>
      ${this.runs.length === 0 ? html`<p>${t('runs.none')} <code>henge learn table tic-tac-toe -o toe.table</code></p>` : nothing}
      <ul class="run-list">${this.runs.map((run) => this.one(run))}</ul>
    </div>`;
  }
}
