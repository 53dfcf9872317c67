// Typing a move, with completion by the browser's own list.
import { html, nothing } from '../html.js';
import { typed } from '../board/narrow.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Move} Move */

/** What was wrong with the last try. */
let fault = '';

/** @param {Move[]} legal @param {(move:Move) => void} onMove @param {() => void} refresh */
export function typeMove(legal, onMove, refresh) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('move'));
    const move = typed(legal, input.value);
    if (move) {
      fault = '';
      input.value = '';
      onMove(move);
    } else {
      const text = input.value.trim();
      const n = legal.filter((each) => each.text.toLowerCase().startsWith(text.toLowerCase())).length;
      fault = text === '' ? '' : n > 1 ? t('type.many', { text, n }) : t('type.wrong', { text });
    }
    refresh();
  };
  return html`<form class="type-move" @submit=${submit}>
    <label class="offscreen" for="type-move">${t('type.label')}</label>
    <input id="type-move" name="move" list="legal-moves" autocomplete="off" autocapitalize="off" spellcheck="false"
      placeholder=${t('type.placeholder', { move: legal[Math.floor(legal.length / 2)]?.text ?? '' })}
      ?disabled=${legal.length === 0} aria-describedby=${fault ? 'type-fault' : nothing} aria-invalid=${fault ? 'true' : nothing}
      @input=${() => {
        if (fault) {
          fault = '';
          refresh();
        }
      }}>
    <datalist id="legal-moves">${legal.slice(0, 400).map((move) => html`<option value=${move.text}></option>`)}</datalist>
    <button class="button" ?disabled=${legal.length === 0}>${t('type.go')}</button>
    ${fault ? html`<p class="fault" id="type-fault" role="alert">${fault}</p>` : nothing}
  </form>`;
}
