// Typing a move, with completion by the browser's own list.
import { html, nothing } from '../html.js';
import { typed } from '../board/narrow.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Move} Move */

/** What was wrong with the last try. */
let fault = '';

/**
 * What the list does not hold may be a move in another notation: `onText` lets the server read it, and
 * fails with the server's refusal.
 * @param {Move[]} legal @param {(move:Move) => void} onMove @param {(text:string) => Promise<void>} onText
 * @param {() => void} refresh
 */
export function typeMove(legal, onMove, onText, refresh) {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('move'));
    const text = input.value.trim();
    const move = typed(legal, text);
    const n = legal.filter((each) => each.text.toLowerCase().startsWith(text.toLowerCase())).length;
    fault = '';
    if (move) {
      input.value = '';
      onMove(move);
    } else if (text !== '' && n > 1) {
      fault = t('type.many', { text, n });
    } else if (text !== '') {
      try {
        await onText(text);
        input.value = '';
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
      }
    }
    refresh();
  };
  return html`<form class="type-move" @submit=${submit}>
    <label class="offscreen" for="type-move">${t('type.label')}</label>
    <input id="type-move" name="move" list="legal-moves" autocomplete="off" autocapitalize="off" spellcheck="false"
      placeholder=${legal.length > 0 ? t('type.placeholder', { move: legal[Math.floor(legal.length / 2)].text }) : t('type.label')}
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
