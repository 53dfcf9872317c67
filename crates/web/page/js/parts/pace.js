// Moves that are shown one after the other: pause, step, and how fast.
import { html } from '../html.js';
import { icon } from '../icons.js';
import { prefer, preferences } from '../store.js';
import { t } from '../texts.js';
import { segments } from './form.js';

/** Milliseconds from one move to the next. */
const PACES = { slow: 2500, normal: 1000, fast: 350 };

export class Pace {
  /** @param {() => Promise<void>} step @param {() => void} refresh */
  constructor(step, refresh) {
    this.step = step;
    this.refresh = refresh;
    this.running = true;
    this.timer = 0;
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (!this.running) return;
    this.timer = setTimeout(async () => {
      await this.step();
      this.wait();
    }, PACES[preferences().pace] ?? PACES.normal);
  }

  pause() {
    this.running = false;
    clearTimeout(this.timer);
  }

  stop = () => this.pause();

  toggle = () => {
    this.running = !this.running;
    this.wait();
    this.refresh();
  };

  next = () => {
    this.pause();
    this.step();
    this.refresh();
  };

  /** @param {boolean} more whether there is a move to be shown */
  view(more) {
    return html`<section class="panel-box pace"><h2>${t('pace.title')}</h2>
      <div class="row">
        <button class="button" @click=${this.toggle}>${icon(this.running ? 'pause' : 'play')}${t(this.running ? 'pace.pause' : 'pace.run')}</button>
        <button class="button" ?disabled=${!more} @click=${this.next}>${icon('forward')}${t('pace.step')}</button>
      </div>
      ${segments({
        name: 'pace',
        legend: t('pace.speed'),
        hideLegend: true,
        value: preferences().pace,
        options: /** @type {const} */ (['slow', 'normal', 'fast']).map((value) => ({ value, label: t(`pace.${value}`) })),
        onChange: (value) => {
          prefer({ pace: /** @type {keyof typeof PACES} */ (value) });
          this.wait();
          this.refresh();
        },
      })}
    </section>`;
  }
}
