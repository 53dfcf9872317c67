// What a bot has learned, for those of which it can be seen.
import { learnedPicture } from '../api.js';
import { openDialog, theme } from '../app.js';
import { html } from '../html.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Bot} Bot */

/** @param {Game} game @param {Bot} bot */
function openLearned(game, bot) {
  const title = t('learned.title', { bot: bot.name });
  openDialog(title, () => {
    const address = learnedPicture(game.slug, bot.name, theme());
    // A wide picture is moved under a narrow screen rather than made too small to read.
    return html`<div class="learned"><p>${bot.learned}</p>
      <div class="learned-picture" tabindex="0" role="region" aria-label=${title}><img src=${address} alt=${t('learned.alt', { bot: bot.name })} width="1032" height="824"></div>
      <p><a href=${address} target="_blank">${t('learned.open')}</a></p></div>`;
  });
}

/** A button for each bot of a game that has something to show. @param {Game} game */
export function learnedButtons(game) {
  return game.bots
    .filter((bot) => bot.learned)
    .map((bot) => html`<button type="button" class="button quiet" @click=${() => openLearned(game, bot)}>${icon('eye')}${t('learned.title', { bot: bot.name })}</button>`);
}
