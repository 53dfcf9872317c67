// A world of robots, drawn: walls, ways, figures, names. Kinds are told by shape and colour, teams by the disc below.
import { html, nothing, svg } from '../html.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').RobotGround} Ground */
/** @typedef {import('../types.js').RobotMoment} Moment */
/** @typedef {import('../types.js').RobotAbout} About */

/** The side of a cell. */
const CELL = 20;
/** So many colours for teams; more teams share them. */
const TEAM_COLOURS = 6;
/** So many rounds a way is remembered, and in a crowd fewer. */
const WAY = 12;
const WAY_IN_A_CROWD = 4;
const CROWD = 40;

/** The figure of a kind, in a cell of 20 by 20. @type {Record<string, unknown>} */
const FIGURES = {
  fixed: svg`<circle cx="10" cy="10" r="6.5"></circle>`,
  crazy: svg`<path d="M10 2 12 8 18 10 12 12 10 18 8 12 2 10 8 8Z"></path>`,
  obstinate: svg`<rect x="4" y="4" width="12" height="12"></rect>`,
  interactive: svg`<circle class="hoop" cx="10" cy="10" r="5.5"></circle>`,
  follower: svg`<path d="M4 4 17 10 4 16Z"></path>`,
  avoider: svg`<path d="M10 3 17 16 3 16Z"></path>`,
  blocker: svg`<rect x="2.5" y="7" width="15" height="6"></rect>`,
  client: svg`<path d="M10 2.5 17.5 10 10 17.5 2.5 10Z"></path>`,
};

/** Teams are asked for in every picture, and never change. @type {WeakMap<Ground, string[]>} */
const teams = new WeakMap();

/** The teams in their order. @param {Ground} ground @returns {string[]} */
export function teamsOf(ground) {
  const known = teams.get(ground) ?? [...new Set(ground.robots.flatMap((robot) => robot.team ?? []))];
  teams.set(ground, known);
  return known;
}

/** @param {Ground} ground @param {About} robot */
const teamClass = (ground, robot) => (robot.team === undefined ? '' : `team-${teamsOf(ground).indexOf(robot.team) % TEAM_COLOURS}`);

/** Rows are counted from the south, lines of a picture from above. @param {Ground} ground @param {number} x @param {number} y @returns {[number, number]} */
const corner = (ground, x, y) => [x * CELL, (ground.height - 1 - y) * CELL];

/** The moment before the first round. @param {Ground} ground @returns {Moment} */
export const beginning = (ground) => ({ round: 0, at: ground.robots.flatMap((robot) => robot.at), refused: [], caught: [], points: [] });

/** A figure alone, for lists. @param {Ground} ground @param {About} robot */
export const token = (ground, robot) =>
  html`<svg class="robot-token" viewBox="0 0 20 20" aria-hidden="true"><g class="robot kind-${robot.kind} ${teamClass(ground, robot)}">
    <circle class="disc" cx="10" cy="10" r="10"></circle>${FIGURES[robot.kind] ?? nothing}</g></svg>`;

/** How many moments `land` needs to draw the ways. @param {Ground} ground */
export const wayLength = (ground) => (ground.robots.length > CROWD ? WAY_IN_A_CROWD : WAY);

/** Who leaves a torus at one side comes in at the other: that is no line to draw. @param {number} a @param {number} b */
const isStep = (a, b) => Math.abs(a - b) <= 1;

/** The ways of all robots, the older the fainter. @param {Ground} ground @param {number[][]} past */
function ways(ground, past) {
  const lines = [];
  for (let n = 1; n < past.length; n++) {
    const [before, now] = [past[n - 1], past[n]];
    for (const [i, robot] of ground.robots.entries()) {
      const [x1, y1, x2, y2] = [before[2 * i], before[2 * i + 1], now[2 * i], now[2 * i + 1]];
      if ((x1 === x2 && y1 === y2) || !isStep(x1, x2) || !isStep(y1, y2)) continue;
      const [[a, b], [c, d]] = [corner(ground, x1, y1), corner(ground, x2, y2)];
      lines.push(svg`<line class="way kind-${robot.kind}" x1=${a + 10} y1=${b + 10} x2=${c + 10} y2=${d + 10} opacity=${((0.7 * n) / past.length).toFixed(2)}></line>`);
    }
  }
  return lines;
}

/**
 * @param {object} of
 * @param {Ground} of.ground
 * @param {Moment} of.moment
 * @param {number[][]} [of.past] the places of the last moments, the newest last
 * @param {boolean} [of.names]
 * @param {number} [of.chosen] the robot that keys steer
 * @param {boolean} [of.moving] whether figures glide; `settle` puts them in their places then
 * @param {string} of.label nothing where words beside it say the same
 */
export function land({ ground, moment, past = [], names = false, chosen = -1, moving = false, label }) {
  const [width, height] = [ground.width * CELL, ground.height * CELL];
  const columns = Array.from({ length: ground.width - 1 }, (_, x) => `M${(x + 1) * CELL} 0V${height}`);
  const rows = Array.from({ length: ground.height - 1 }, (_, y) => `M0 ${(y + 1) * CELL}H${width}`);
  return html`<svg class="land ${moving ? 'moving' : ''}" viewBox="-3 -3 ${width + 6} ${height + 6}" role=${label ? 'img' : nothing} aria-label=${label || nothing} aria-hidden=${label ? nothing : 'true'} font-size=${nameSize(ground)}>
    <rect class="ground ${ground.edges}" x="0" y="0" width=${width} height=${height}></rect>
    <path class="grid" d=${[...columns, ...rows].join('')}></path>
    ${ground.walls.map(([x, y]) => {
      const [a, b] = corner(ground, x, y);
      return svg`<rect class="wall" x=${a} y=${b} width=${CELL} height=${CELL}></rect>`;
    })}
    ${ways(ground, past)}
    ${ground.robots.map((robot, i) => {
      const [a, b] = corner(ground, moment.at[2 * i], moment.at[2 * i + 1]);
      const state = `${moment.caught.includes(i) ? 'caught' : ''} ${moment.refused.includes(i) ? 'refused' : ''} ${i === chosen ? 'chosen' : ''}`;
      return svg`<g class="robot kind-${robot.kind} ${teamClass(ground, robot)} ${state}" data-robot=${i} data-x=${a} data-y=${b}
        transform=${moving ? nothing : `translate(${a} ${b})`}><title>${robot.name}, ${t(`robots.kind.${robot.kind}`)}</title>
        <circle class="disc" cx="10" cy="10" r="10"></circle>${FIGURES[robot.kind] ?? nothing}
        ${names ? svg`<text class="robot-name" x="10" y=${b === 0 ? 20 + Number(nameSize(ground)) : -1}>${robot.name}</text>` : nothing}</g>`;
    })}
  </svg>`;
}

/** Names are about as large on the screen in small worlds as in large ones. @param {Ground} ground */
const nameSize = (ground) => Math.min(7, Math.max(2.8, 0.35 * Math.max(ground.width, 1.3 * ground.height))).toFixed(1);

/** Lets the figures glide to where they are now; who crosses the rim of a torus jumps. */
export function settle() {
  for (const figure of document.querySelectorAll('.land.moving [data-robot]')) {
    if (!(figure instanceof SVGElement)) continue;
    const [x, y] = [Number(figure.dataset.x), Number(figure.dataset.y)];
    const [fromX, fromY] = (figure.dataset.from ?? `${x} ${y}`).split(' ').map(Number);
    figure.toggleAttribute('data-jump', !figure.dataset.from || Math.abs(x - fromX) > CELL || Math.abs(y - fromY) > CELL);
    figure.style.transform = `translate(${x}px, ${y}px)`;
    figure.dataset.from = `${x} ${y}`;
  }
}
