// Curves of learning: numbers over rounds.
import { html, nothing, svg } from '../html.js';
import { t } from '../texts.js';

const [WIDE, HIGH] = [600, 160];

/** @typedef {{name:string, points:[number,number][]}} Curve */

/**
 * From where to where, never nothing.
 * @param {number[]} values @returns {[number,number]}
 */
export function range(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? [least - Math.abs(least) / 10 - 0.01, most + Math.abs(most) / 10 + 0.01] : [least, most];
}

/** The points of curves as places on the drawing. @param {Curve[]} curves @returns {string[]} */
export function places(curves) {
  const all = curves.flatMap((curve) => curve.points);
  if (all.length === 0) return curves.map(() => '');
  const [x0, x1] = range(all.map(([x]) => x));
  const [y0, y1] = range(all.map(([, y]) => y));
  const place = (/** @type {[number,number]} */ [x, y]) =>
    [((x - x0) / (x1 - x0)) * WIDE, HIGH - ((y - y0) / (y1 - y0)) * HIGH].map((n) => Math.round(n * 10) / 10).join(',');
  return curves.map((curve) => curve.points.map(place).join(' '));
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 1000) / 1000);

/** @param {string} title @param {Curve[]} curves */
export function curves(title, curves) {
  const shown = curves.filter((curve) => curve.points.length > 1);
  if (shown.length === 0) return nothing;
  const [low, high] = range(shown.flatMap((curve) => curve.points.map(([, y]) => y)));
  const ends = shown.map(({ name, points }) =>
    t('runs.from_to', { name, from: short(points[0][1]), to: short(points[points.length - 1][1]), n: points[points.length - 1][0] }),
  );
  const label = `${title}. ${ends.join(' ')}`;
  return html`<figure class="learning-curve">
    <figcaption>${title}</figcaption>
    <div class="learning-plot"><span class="help scale"><span>${short(high)}</span><span>${short(low)}</span></span>
    <svg viewBox="-4 -4 ${WIDE + 8} ${HIGH + 8}" preserveAspectRatio="none" role="img" aria-label=${label}>
      ${places(shown).map((points, i) => svg`<polyline class="learning-line line-${i}" points=${points}></polyline>`)}
    </svg></div>
    <p class="help">${ends.join(' ')}</p>
  </figure>`;
}
