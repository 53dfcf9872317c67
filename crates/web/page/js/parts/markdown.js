// The little of Markdown that our own pages use: headings, paragraphs, lists, tables, blocks of code, and in a line
// code, emphasis and links. Links lead to other pages of the book, which is not here, so their words are shown.
import { html, nothing } from '../html.js';

/** @typedef {import('../html.js').Template} Template */

/** A line with what stands out in it. @param {string} line @returns {(Template|string)[]} */
export function inline(line) {
  const words = line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return words
    .split(/(`[^`]*`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .filter(Boolean)
    .map((part) => {
      if (/^`.*`$/.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
      if (/^\*\*.+\*\*$/.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`;
      if (/^\*.+\*$/.test(part)) return html`<em>${part.slice(1, -1)}</em>`;
      return part;
    });
}

/** The cells of a row. @param {string} row */
const cells = (row) => row.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

/** @param {string[]} rows */
function table(rows) {
  const [head, , ...body] = rows.map(cells);
  return html`<div class="wide" tabindex="0"><table>
    ${head.some(Boolean) ? html`<thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>` : nothing}
    <tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** A page without its title. @param {string} text @returns {Template[]} */
export function markdown(text) {
  const lines = text.split('\n');
  /** @type {Template[]} */
  const parts = [];
  let i = 0;
  /** Takes lines as long as they fit. @param {(line:string) => boolean} fits */
  const take = (fits) => {
    const from = i;
    while (i < lines.length && fits(lines[i])) i++;
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const line = lines[i];
    if (!line.trim() || line.startsWith('# ')) {
      i++;
    } else if (line.startsWith('```')) {
      i++;
      const code = take((each) => !each.startsWith('```'));
      i++;
      parts.push(html`<pre tabindex="0">${code.join('\n').trimEnd()}</pre>`);
    } else if (line.startsWith('#')) {
      i++;
      parts.push(html`<h2>${inline(line.replace(/^#+ */, ''))}</h2>`);
    } else if (line.startsWith('|')) {
      parts.push(table(take((each) => each.startsWith('|'))));
    } else if (line.startsWith('- ')) {
      const items = take((each) => /^(- |\s+\S)/.test(each)).join('\n').split(/\n(?=- )/);
      parts.push(html`<ul>${items.map((item) => html`<li>${inline(item.replace(/^- /, '').replace(/\s*\n\s*/g, ' '))}</li>`)}</ul>`);
    } else if (line.startsWith('> ')) {
      const quoted = take((each) => each.startsWith('>')).map((each) => each.replace(/^> ?/, ''));
      parts.push(html`<blockquote>${inline(quoted.join(' '))}</blockquote>`);
    } else {
      parts.push(html`<p>${inline(take((each) => each.trim() !== '' && !/^(```|#|\||- )/.test(each)).join(' '))}</p>`);
    }
  }
  return parts;
}
