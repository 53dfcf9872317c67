// An invitation: the link, what it leads to from elsewhere, and the same as a code for telephones.
import * as api from '../api.js';
import { copy, refresh } from '../app.js';
import { html, svg, nothing } from '../html.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';
import { squaresOf } from './qr.js';

/** @type {{private:boolean, hosts:string[]}|null} */
let reach = null;
let asked = false;

function ask() {
  if (asked) return;
  asked = true;
  api.reach().then((found) => {
    reach = found;
    refresh();
  }, () => {});
}

const LOCAL = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/;

/** The same address for others: this machine's own name means another machine to them. @param {string} link @param {string[]} hosts */
export function linksFor(link, hosts) {
  const here = new URL(link);
  if (!LOCAL.test(here.hostname)) return [link];
  return hosts.map((host) => {
    const there = new URL(link);
    there.host = here.port ? `${host}:${here.port}` : host;
    return there.href;
  });
}

/** @param {string} text @param {string} label */
function code(text, label) {
  const rows = squaresOf(text);
  if (!rows) return nothing;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const size = rows.length + 8;
  return html`<svg class="qr" viewBox="-4 -4 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    ${svg`<rect x="-4" y="-4" width=${size} height=${size}></rect><path d=${path}></path>`}</svg>`;
}

/** @param {string} link @param {string} [label] */
export function linkField(link, label) {
  return html`<div class="row"><input readonly aria-label=${label ?? t('play.invite')} .value=${link}
      @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button class="button primary" @click=${() => copy(link)}>${icon('copy')}${t('play.copy')}</button></div>`;
}

/** @param {string} link as this browser would open it */
export function invitation(link) {
  ask();
  const links = reach ? linksFor(link, reach.hosts) : [link];
  const local = links.length === 0;
  return html`<section class="panel-box invite"><h2>${t('play.invite')}</h2>
    ${(local ? [link] : links).map((each) => linkField(each))}
    ${local
      ? html`<p class="notice" role="note">${t('invite.local')}<br><code>henge serve --host 0.0.0.0</code></p>`
      : html`<div class="row invite-code">${code(links[0], t('invite.code'))}<p class="help">${t('play.invite.text')} ${t('invite.phone')}</p></div>`}
  </section>`;
}
