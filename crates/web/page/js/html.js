// The only door to the vendored template library.
import * as lit from '../vendor/lit-html.js';

/** @typedef {unknown} Template */

/** @type {(strings: TemplateStringsArray, ...values: unknown[]) => Template} */
export const html = lit.html;
/** @type {(strings: TemplateStringsArray, ...values: unknown[]) => Template} */
export const svg = lit.svg;
/** @type {(template: Template, root: Element) => void} */
export const render = lit.render;
/** Draws nothing, or takes an attribute away. @type {unknown} */
export const nothing = lit.nothing;
