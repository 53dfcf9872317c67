// The engine behind the analysis: one search at a time, stopped when nobody looks any more.
import * as api from '../api.js';
import { html, nothing } from '../html.js';
import { t } from '../texts.js';
import { scoreKind } from './eval_bar.js';

/** @typedef {import('../types.js').Thought} Thought */
/** @typedef {import('../types.js').Line} Line */
/** @typedef {import('../api.js').Place} Place */

export class Engine {
  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
    /** @type {Thought|null} */
    this.thought = null;
    this.busy = false;
    this.fault = '';
    this.key = '';
    /** @type {AbortController|null} */
    this.stopper = null;
  }

  stop() {
    this.stopper?.abort();
    this.stopper = null;
    this.busy = false;
    this.key = '';
    this.thought = null;
    this.fault = '';
  }

  /**
   * Thinks about a place, unless it does already.
   * @param {Place} place @param {{lines:number, time_ms:number, bot?:string}} how @param {(thought:Thought) => void} [tell]
   */
  think(place, how, tell) {
    const key = JSON.stringify([place, how]);
    if (key === this.key) return;
    this.stop();
    this.key = key;
    this.busy = true;
    const stopper = new AbortController();
    this.stopper = stopper;
    // Somebody who leafs through a game should not start an engine at every move.
    setTimeout(() => this.run(place, how, stopper, tell), 120);
  }

  /** @param {Place} place @param {{lines:number, time_ms:number, bot?:string}} how @param {AbortController} stopper @param {((thought:Thought) => void)|undefined} tell */
  async run(place, how, stopper, tell) {
    if (stopper.signal.aborted) return;
    try {
      for await (const { event, data } of api.analyse({ ...place, ...how }, stopper.signal)) {
        if (stopper.signal.aborted) return;
        if (event === 'fault') this.fault = data.error?.message ?? String(data.message ?? '');
        else {
          // The last word may be empty when the game is over; keep what was seen.
          if (data.lines?.length > 0 || !this.thought) this.thought = data;
          tell?.(data);
        }
        this.refresh();
      }
    } catch (error) {
      if (stopper.signal.aborted) return;
      this.fault = error instanceof Error ? error.message : String(error);
    }
    this.busy = false;
    this.refresh();
  }
}

/** @param {number} nodes */
function countText(nodes) {
  if (nodes >= 1e9) return `${(nodes / 1e9).toFixed(1)} G`;
  if (nodes >= 1e6) return `${(nodes / 1e6).toFixed(1)} M`;
  if (nodes >= 1e4) return `${Math.round(nodes / 1e3)} k`;
  return String(nodes);
}

/** How far the engine came. @param {Engine} engine */
export function effort({ thought, busy }) {
  if (!thought) return nothing;
  const parts = [
    thought.depth ? t('analysis.depth', { depth: thought.depth }) : '',
    thought.nodes ? t('analysis.nodes', { nodes: countText(thought.nodes) }) : '',
    t('analysis.seconds', { seconds: thought.seconds.toFixed(1) }),
  ];
  return html`<p class="effort"><span class=${busy ? 'pulse' : 'still'} aria-hidden="true"></span>
    ${t(busy ? 'analysis.thinking' : 'analysis.done')} · ${parts.filter(Boolean).join(' · ')}</p>`;
}

/** @param {Thought|null} thought @param {(moves:string[]) => void} onMoves */
export function lineList(thought, onMoves) {
  if (!thought) return nothing;
  return html`<ol class="lines">
    ${thought.lines.map(
      (line, i) => html`<li>
        <span class="rank" aria-hidden="true">${i + 1}</span>
        <div class="line">
          <span class="score ${line.score?.kind === 'proved' || line.score?.kind === 'table' ? 'sure' : ''}">${line.score?.text ?? '·'}</span>
          <span class="kind">${scoreKind(line.score)}</span>
          <span class="line-moves">${line.moves.slice(0, 12).map(
            (move, n) => html`<button class="move" title=${t('analysis.preview')} @click=${() => onMoves(line.moves.slice(0, n + 1))}>${move}</button>`,
          )}${line.moves.length > 12 ? '…' : nothing}</span>
        </div>
      </li>`,
    )}
  </ol>`;
}

/** What is to be marked on the board. @param {Thought|null} thought */
export function bestMarks(thought) {
  return (thought?.lines ?? []).map((line, i) => ({ path: line.path, rank: i + 1 }));
}
