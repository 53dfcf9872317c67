// For addresses that lead nowhere.
import { html, nothing } from '../html.js';
import { to } from '../router.js';
import { t } from '../texts.js';

/** @param {string} text @param {(() => void)} [retry] */
export function nowhereView(text, retry) {
  return html`<section class="message"><h1>${t('nowhere.title')}</h1><p>${text}</p>
    <p class="row">${retry ? html`<button class="button" @click=${retry}>${t('app.retry')}</button>` : nothing}
    <a class="button primary" href=${to.home()}>${t('nowhere.home')}</a></p></section>`;
}

/** @param {import('../texts.js').Key} key @returns {import('../app.js').Room} */
export function nowhere(key) {
  return { view: () => nowhereView(t(key)), title: () => t('nowhere.title') };
}
