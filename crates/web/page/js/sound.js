// Sounds, made here: wood, dice, a chord at the end. Nothing is heard before somebody has touched the
// page, as browsers want it.
import { preferences } from './store.js';

/** @typedef {'move'|'place'|'drop'|'capture'|'turn'|'dice'|'end'} Sound */

/** @type {AudioContext|null} */
let context = null;
/** @type {AudioBuffer|null} */
let noise = null;
let touched = false;

for (const event of ['pointerdown', 'keydown']) {
  globalThis.document?.addEventListener(event, () => (touched = true), { once: true, capture: true });
}

/** A short knock: some noise in a narrow band, and the body that it makes sound. @param {AudioContext} to @param {number} at @param {number} pitch @param {number} loud @param {number} length */
function knock(to, at, pitch, loud, length) {
  if (!noise) {
    noise = to.createBuffer(1, to.sampleRate / 5, to.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  }
  const hiss = new AudioBufferSourceNode(to, { buffer: noise });
  const band = new BiquadFilterNode(to, { type: 'bandpass', frequency: 4 * pitch, Q: 1.2 });
  const click = new GainNode(to, { gain: 0 });
  click.gain.setValueAtTime(loud, at);
  click.gain.exponentialRampToValueAtTime(0.001, at + 0.4 * length);
  hiss.connect(band).connect(click).connect(to.destination);
  hiss.start(at);
  hiss.stop(at + length);
  tone(to, at, pitch, 0.7 * loud, length, 'sine');
}

/** @param {AudioContext} to @param {number} at @param {number} pitch @param {number} loud @param {number} length @param {OscillatorType} type */
function tone(to, at, pitch, loud, length, type) {
  const body = new OscillatorNode(to, { type, frequency: pitch });
  const gain = new GainNode(to, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  body.connect(gain).connect(to.destination);
  body.start(at);
  body.stop(at + length);
}

/** @type {Record<Sound, (to:AudioContext, at:number) => void>} */
const SOUNDS = {
  move: (to, at) => knock(to, at + 0.1, 210, 0.3, 0.09),
  place: (to, at) => knock(to, at, 320, 0.3, 0.08),
  drop: (to, at) => {
    knock(to, at + 0.28, 170, 0.35, 0.12);
    knock(to, at + 0.36, 200, 0.1, 0.08);
  },
  capture: (to, at) => {
    knock(to, at + 0.1, 190, 0.35, 0.09);
    knock(to, at + 0.17, 130, 0.35, 0.12);
  },
  turn: (to, at) => [0.1, 0.16, 0.22].forEach((later, i) => knock(to, at + later, 420 + 60 * i, 0.12, 0.05)),
  dice: (to, at) => [0, 0.06, 0.11, 0.19, 0.27].forEach((later, i) => knock(to, at + later, 620 - 60 * (i % 3), 0.22 - 0.03 * i, 0.05)),
  end: (to, at) => [392, 523.25, 659.25].forEach((pitch, i) => tone(to, at + 0.12 + 0.09 * i, pitch, 0.12, 0.7, 'triangle')),
};

/** Lets something be heard, if the person wants to hear it. @param {Sound} sound */
export function play(sound) {
  if (!touched || !preferences().sound || document.hidden) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') context.resume().catch(() => {});
    SOUNDS[sound](context, context.currentTime + 0.01);
  } catch {
    // A machine without sound.
  }
}
