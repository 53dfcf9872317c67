// Where a TOML file is wrong: the place, the line with what is meant underlined, and what would be right.
import { html, nothing } from '../html.js';
import { t } from '../texts.js';

/** @typedef {{line:number, column:number, length?:number, message:string}} TomlFault */

/** @param {string} toml @param {TomlFault|null} fault */
export function tomlFault(toml, fault) {
  if (!fault) return nothing;
  const { line, column, length = 0, message } = fault;
  const characters = [...(toml.split('\n')[line - 1] ?? '')];
  const [from, end] = [column - 1, column - 1 + length];
  const part = (/** @type {number} */ a, /** @type {number} */ b) => characters.slice(a, b).join('');
  return html`<div class="scenario-fault" role="alert"><strong>${t('robots.fault', { line, column })}</strong>
    <span>${message}</span><code><span class="number" aria-hidden="true">${line}</span> ${part(0, from)}<u>${part(from, end)}</u>${part(end, characters.length)}</code></div>`;
}
