// Steering: buttons in the four directions, and the keys for them.
import { html, nothing } from '../html.js';
import { segments } from '../parts/form.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').RobotGround} Ground */
/** @typedef {'n'|'e'|'s'|'w'|'.'} Step */

/** @type {Record<string, Step>} */
const ARROWS = { ArrowUp: 'n', ArrowRight: 'e', ArrowDown: 's', ArrowLeft: 'w' };
/** @type {Record<string, Step>} */
const LETTERS = { w: 'n', d: 'e', s: 's', a: 'w' };
/** In the order of reading. @type {{step:Step, sign:string}[]} */
const BUTTONS = [
  { step: 'n', sign: '↑' },
  { step: 'w', sign: '←' },
  { step: '.', sign: '•' },
  { step: 'e', sign: '→' },
  { step: 's', sign: '↓' },
];

/** The robots that people steer. @param {Ground} ground */
export const steered = (ground) => [...ground.robots.keys()].filter((i) => ground.robots[i].steered);

/**
 * Arrows steer the chosen robot; letters too, or the next one where there are several, so that two people can sit
 * at one keyboard.
 * @param {Ground} ground @param {number} chosen @param {(robot:number, step:Step) => void} steer
 * @returns {Record<string, () => void>}
 */
export function steeringKeys(ground, chosen, steer) {
  const all = steered(ground);
  if (all.length === 0) return {};
  const next = all[(all.indexOf(chosen) + 1) % all.length];
  /** @type {Record<string, () => void>} */
  const deeds = {};
  for (const [key, step] of Object.entries(ARROWS)) deeds[key] = () => steer(chosen, step);
  for (const [key, step] of Object.entries(LETTERS)) deeds[key] = deeds[key.toUpperCase()] = () => steer(next, step);
  return deeds;
}

/**
 * @param {object} of
 * @param {Ground} of.ground
 * @param {number} of.chosen
 * @param {number[]} of.ready whose step is chosen already
 * @param {boolean} of.ended
 * @param {(robot:number) => void} of.choose
 * @param {(robot:number, step:Step) => void} of.steer
 */
export function pad({ ground, chosen, ready, ended, choose, steer }) {
  const all = steered(ground);
  if (all.length === 0) return nothing;
  const name = ground.robots[chosen].name;
  const other = ground.robots[all[(all.indexOf(chosen) + 1) % all.length]].name;
  return html`<section class="panel-box"><h2>${t('robots.steer')}</h2>
    ${all.length > 1
      ? segments({
          name: 'steered',
          legend: t('robots.steer.whom'),
          hideLegend: true,
          value: String(chosen),
          options: all.map((i) => ({ value: String(i), label: html`${ground.robots[i].name}${ready.includes(i) ? ' ✓' : ''}` })),
          onChange: (value) => choose(Number(value)),
        })
      : nothing}
    <div class="pad" role="group" aria-label=${t('robots.steer.name', { name })}>
      ${BUTTONS.map(
        ({ step, sign }) => html`<button class="button pad-${step === '.' ? 'stay' : step}" ?disabled=${ended} aria-label=${t(`robots.step.${step === '.' ? 'stay' : step}`)}
          @click=${() => steer(chosen, step)}>${sign}</button>`,
      )}
    </div>
    <p class="help">${all.length > 1 ? t('robots.steer.two', { name, other }) : t('robots.steer.one', { name })}</p></section>`;
}
