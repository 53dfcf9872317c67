// Giving a game away: as a link, as text, as a picture.
import * as api from '../api.js';
import { copy, fail, openDialog, refresh, theme } from '../app.js';
import { html, nothing } from '../html.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';
import { segments } from './form.js';

/**
 * @typedef {object} Shared
 * @property {string} link
 * @property {string} game
 * @property {string|null} setup
 * @property {string[]} moves those shown on the board
 * @property {string} position
 * @property {(form:string) => Promise<string>} record in a form of the game
 * @property {string[]} [forms] how files of the forms end
 * @property {string} [seat] the person's own seat, as a link for another browser
 */

/** Gives a text to be kept as a file. @param {string} name @param {string} text */
export const saveFile = (name, text) => save(new Blob([text], { type: 'text/plain' }), name);

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The picture as pixels. It comes from the server, so the canvas stays clean. @param {string} address @returns {Promise<Blob>} */
export async function png(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const scale = Math.max(1, 1600 / Math.max(image.naturalWidth, image.naturalHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'));
}

/** @param {Shared} shared */
export function openShareDialog(shared) {
  let record = '';
  /** @type {'light'|'dark'} */
  let colours = theme();
  const name = shared.game.split(':')[0];
  const forms = shared.forms ?? ['henge'];
  let form = forms[0];
  let refused = '';
  const write = () =>
    shared.record(form).then(
      (text) => {
        [record, refused] = [text, ''];
        refresh();
      },
      (error) => {
        [record, refused] = ['', error instanceof Error ? error.message : String(error)];
        refresh();
      },
    );
  write();
  const address = () => api.picture({ game: shared.game, setup: shared.setup, moves: shared.moves, theme: colours, width: 1200 });
  /** @param {'link'|'position'|'seat'} what @param {string} value */
  const line = (what, value) => html`<div class="field">
    <label for="share-${what}">${t(`share.${what}`)}</label>
    <div class="row"><input id="share-${what}" readonly .value=${value} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
      <button class="button" aria-label=${t('share.copy', { what: t(`share.${what}`) })} @click=${() => copy(value)}>${icon('copy')}</button></div>
  </div>`;
  openDialog(
    t('share.title'),
    () => html`<div class="stack">
      ${line('link', shared.link)} ${line('position', shared.position)}
      ${shared.seat ? html`${line('seat', shared.seat)}<p class="help">${t('share.seat.text')}</p>` : nothing}
      <div class="field">
        <label for="share-record">${t('share.record')}</label>
        ${forms.length > 1
          ? segments({
              name: 'share-form',
              legend: t('share.form'),
              hideLegend: true,
              value: form,
              options: forms.map((value) => ({ value, label: `.${value}` })),
              onChange: (value) => {
                form = value;
                write();
                refresh();
              },
            })
          : nothing}
        ${refused ? html`<p class="fault" role="alert">${refused}</p>` : nothing}
        <textarea id="share-record" rows="5" readonly .value=${record}></textarea>
        <div class="row end">
          <button class="button small" ?disabled=${!record} @click=${() => copy(record)}>${icon('copy')}${t('share.copy', { what: t('share.record') })}</button>
          <button class="button small" ?disabled=${!record} @click=${() => save(new Blob([record], { type: 'text/plain' }), `${name}.${form}`)}>${icon('load')}${t('share.save_record')}</button>
        </div>
      </div>
      ${segments({
        name: 'share-theme',
        legend: t('share.theme'),
        value: colours,
        options: [
          { value: 'light', label: t('app.theme.light') },
          { value: 'dark', label: t('app.theme.dark') },
        ],
        onChange: (value) => {
          colours = /** @type {'light'|'dark'} */ (value);
          refresh();
        },
      })}
      <div class="row end">
        <button class="button" @click=${async () => {
          try {
            const reply = await fetch(address());
            if (!reply.ok) throw new Error(reply.statusText);
            save(await reply.blob(), `${name}.svg`);
          } catch (error) {
            fail(error);
          }
        }}>${icon('load')}${t('share.svg')}</button>
        <button class="button" @click=${() => png(address()).then((blob) => save(blob, `${name}.png`), fail)}>${icon('load')}${t('share.png')}</button>
      </div>
    </div>`,
  );
}
