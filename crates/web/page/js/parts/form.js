// Forms made from the parameters that games and bots declare.
import { html, nothing } from '../html.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Param} Param */
/** @typedef {Record<string, string>} Chosen */

/** `slug:key=value,…` taken apart. @param {string} name @returns {{slug:string, chosen:Chosen}} */
export function parseName(name) {
  const at = name.indexOf(':');
  if (at < 0) return { slug: name, chosen: {} };
  const pairs = name.slice(at + 1).split(',').filter(Boolean);
  const chosen = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, 'true'] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return { slug: name.slice(0, at), chosen: Object.fromEntries(chosen) };
}

/** The name of what was chosen, without what is so anyway. @param {string} slug @param {Param[]} params @param {Chosen} chosen */
export function writeName(slug, params, chosen) {
  const pairs = params
    .filter((param) => chosen[param.key] !== undefined && chosen[param.key] !== '' && chosen[param.key] !== param.default)
    .map((param) => `${param.key}=${chosen[param.key]}`);
  return pairs.length ? `${slug}:${pairs.join(',')}` : slug;
}

/** A word for people. @param {string} key */
const title = (key) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll('_', ' ').replaceAll('-', ' ');

/** @param {string} prefix @param {Param} param @param {Chosen} chosen @param {(key:string, value:string) => void} onChange */
function field(prefix, param, chosen, onChange) {
  const id = `${prefix}-${param.key}`;
  const value = chosen[param.key] ?? param.default;
  /** @param {Event} event */
  const change = (event) => onChange(param.key, /** @type {HTMLInputElement} */ (event.target).value);
  const { kind, min, max, choices } = param.values;
  const help = html`<span class="help" id="${id}-help">${param.help}</span>`;
  if (kind === 'flag') {
    return html`<div class="field flag">
      <label><input type="checkbox" id=${id} .checked=${value === 'true'} aria-describedby="${id}-help"
        @change=${(/** @type {Event} */ event) => onChange(param.key, String(/** @type {HTMLInputElement} */ (event.target).checked))}>
        <span>${title(param.key)}</span></label>${help}
    </div>`;
  }
  const label = html`<label for=${id}>${title(param.key)}</label>`;
  if (kind === 'choice' && choices) {
    return html`<div class="field">${label}
      <select id=${id} aria-describedby="${id}-help" @change=${change}>
        ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice}</option>`)}
      </select>${help}</div>`;
  }
  if (kind === 'int') {
    return html`<div class="field">${label}
      <input type="number" id=${id} .value=${value} min=${min ?? nothing} max=${max ?? nothing} step="1"
        aria-describedby="${id}-help" @input=${change}>${help}</div>`;
  }
  return html`<div class="field">${label}
    <input type="text" id=${id} .value=${value} autocomplete="off" pattern=${kind === 'size' ? '[0-9]+(x[0-9]+)?' : nothing}
      inputmode=${kind === 'size' && !value.includes('x') ? 'numeric' : nothing}
      title=${kind === 'size' ? t('new.bad_size') : nothing} aria-describedby="${id}-help" @input=${change}>${help}</div>`;
}

/** @param {string} prefix @param {Param[]} params @param {Chosen} chosen @param {(key:string, value:string) => void} onChange */
export function paramFields(prefix, params, chosen, onChange) {
  return params.map((param) => field(prefix, param, chosen, onChange));
}

/**
 * One of a few, as a row of buttons that share a line.
 * @template {string} V
 * @param {{name:string, legend:string, value:V, options:{value:V, label:unknown}[], onChange:(value:V) => void, hideLegend?:boolean}} of
 */
export function segments({ name, legend, value, options, onChange, hideLegend }) {
  return html`<fieldset class="segments">
    <legend class=${hideLegend ? 'offscreen' : ''}>${legend}</legend>
    <div class="row">
      ${options.map(
        (option) => html`<label class="segment"><input type="radio" name=${name} value=${option.value}
          .checked=${option.value === value} @change=${() => onChange(option.value)}><span>${option.label}</span></label>`,
      )}
    </div>
  </fieldset>`;
}
