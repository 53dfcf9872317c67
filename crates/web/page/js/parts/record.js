// Loading a game that was written down.
import * as api from '../api.js';
import { closeDialog, openDialog, refresh } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { isOwnGame, openOwnGame } from '../rooms/own_game.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').GameRecord} GameRecord */

/** Who plays, and when, or at least what. @param {GameRecord} record */
function titleOf({ game, tags, result }) {
  const name = (/** @type {string[]} */ ...keys) => keys.map((key) => tags[key]).find(Boolean);
  const [first, second] = [name('First', 'White'), name('Second', 'Black')];
  const who = first || second ? `${first ?? '?'} – ${second ?? '?'}` : game;
  return [who, name('Date'), result === '*' ? '' : result].filter(Boolean).join(', ');
}

/** @param {(record:GameRecord) => void} onRecord @param {string} [given] a text to be read at once */
export function openRecordDialog(onRecord, given = '') {
  let text = given;
  let fault = '';
  /** @type {GameRecord[]} */
  let found = [];
  /** @param {GameRecord} record */
  const take = (record) => {
    closeDialog();
    onRecord(record);
  };
  const read = async () => {
    fault = '';
    found = [];
    if (isOwnGame('', text)) {
      closeDialog();
      openOwnGame(text);
      return;
    }
    try {
      const records = await api.readRecords(text);
      if (records.length === 0) fault = t('record.none');
      else if (records.length === 1) take(records[0]);
      else found = records;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    refresh();
  };
  openDialog(
    t('record.title'),
    () => html`<form class="stack" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        read();
      }}>
      <p class="help">${t('record.text')}</p>
      <label for="record-text" class="offscreen">${t('record.label')}</label>
      <textarea id="record-text" rows="9" spellcheck="false" .value=${text}
        @input=${(/** @type {Event} */ event) => (text = /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      ${found.length > 0
        ? html`<p>${t('record.several', { n: found.length })}</p>
            <ul class="plain">${found.slice(0, 50).map(
              (record, i) => html`<li><button type="button" class="button quiet" @click=${() => take(record)}>
                ${t('record.entry', { n: i + 1, title: titleOf(record), moves: record.moves.length })}</button></li>`,
            )}</ul>`
        : nothing}
      <div class="row end">
        <label class="button">${icon('load')}${t('record.file')}<input class="offscreen" type="file"
          @change=${async (/** @type {Event} */ event) => {
            const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
            if (!file) return;
            text = await file.text();
            await read();
          }}></label>
        <button class="button primary">${t('record.read')}</button>
      </div>
    </form>`,
  );
  if (given) read();
}
