// All words of the page come through `t`. Another language is another table of the same keys.
import { en } from './texts/en.js';

/** @typedef {keyof typeof en} Key */

/** @type {Record<string, Partial<Record<Key, string>>>} */
const TABLES = { en };

/** The table of the first language of the reader that there is one for. */
const table = (globalThis.navigator?.languages ?? []).map((language) => TABLES[language.split('-')[0]]).find(Boolean) ?? en;

/** The text of a key, with `{name}` replaced. @param {Key} key @param {Record<string, string|number>} [values] */
export function t(key, values = {}) {
  const text = table[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
