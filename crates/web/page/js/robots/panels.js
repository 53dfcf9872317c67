// What stands beside a world of robots: points, robots, talk.
import { refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { prefer, preferences } from '../store.js';
import { t } from '../texts.js';
import { token } from './land.js';

/** @typedef {import('../types.js').RobotGround} Ground */
/** @typedef {import('../types.js').RobotMoment} Moment */

/** More robots than this are listed only when somebody wants to see them. */
const MANY = 12;

/** Whether names stand at the robots. */
export const showsNames = () => preferences().robot_names;

export function toggleNames() {
  prefer({ robot_names: !showsNames() });
  refresh();
}

export const namesButton = () => html`<button class="button" aria-pressed=${showsNames()} @click=${toggleNames}>${icon('names')}${t('robots.names')}</button>`;

/** The points of a contest. @param {Ground} ground @param {string[]} names @param {Moment} moment */
export function points(ground, names, moment) {
  const { contest } = ground;
  if (!contest) return nothing;
  const told = t(`robots.contest.${contest.kind}`, { team: contest.team });
  return html`<section class="panel-box"><h2>${t('robots.points')}</h2>
    <p class="help">${told} ${t('robots.contest.steps', { round: moment.round, steps: contest.steps })}</p>
    <table class="points"><caption class="offscreen">${t('robots.points')}</caption>
      <thead><tr><th scope="col">${t('robots.column.name')}</th><th scope="col">${t('robots.column.points')}</th></tr></thead>
      <tbody>${names.map((name, i) => html`<tr class=${i === 0 ? 'team' : ''}><th scope="row">${name}</th><td>${moment.points[i] ?? 0}</td></tr>`)}</tbody>
    </table></section>`;
}

/** @param {Moment} moment @param {number} i */
const stateOf = (moment, i) => (moment.caught.includes(i) ? t('robots.caught') : moment.refused.includes(i) ? t('robots.refused') : '');

/** Who is where. @param {Ground} ground @param {Moment} moment */
export function robots(ground, moment) {
  const teams = ground.robots.some((robot) => robot.team !== undefined);
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label=${t('robots.list')}><table class="robot-table"><caption class="offscreen">${t('robots.list')}</caption>
    <thead><tr><th scope="col">${t('robots.column.name')}</th><th scope="col">${t('robots.column.kind')}</th>${teams ? html`<th scope="col">${t('robots.column.team')}</th>` : nothing}<th scope="col">${t('robots.column.place')}</th></tr></thead>
    <tbody>${ground.robots.map(
      (robot, i) => html`<tr><th scope="row">${token(ground, robot)} ${robot.name}</th><td>${t(`robots.kind.${robot.kind}`)}</td>${teams ? html`<td>${robot.team ?? '–'}</td>` : nothing}
        <td>(${moment.at[2 * i]},${moment.at[2 * i + 1]}) <span class="help">${stateOf(moment, i)}</span></td></tr>`,
    )}</tbody></table></div>`;
  const many = ground.robots.length > MANY;
  return html`<section class="panel-box"><h2>${t('robots.list')}</h2>
    ${many ? html`<details><summary>${t('robots.list.all', { n: ground.robots.length })}</summary>${table}</details>` : table}</section>`;
}

/** What teams say to each other. @param {Ground} ground @param {{from:number, words:string}[]} said */
export function talk(ground, said) {
  if (!ground.robots.some((robot) => robot.team !== undefined)) return nothing;
  return html`<section class="panel-box"><h2>${t('robots.talk')}</h2>
    ${said.length === 0
      ? html`<p class="help">${t('robots.talk.none')}</p>`
      : html`<ul class="talk">${said.map(({ from, words }) => html`<li><b>${ground.robots[from]?.name}</b> ${words}</li>`)}</ul>`}</section>`;
}
