// The page needs nothing from elsewhere and is small.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { en } from '../../../crates/web/page/js/texts/en.js';

const PAGE = fileURLToPath(new URL('../../../crates/web/page/', import.meta.url));
const files = readdirSync(PAGE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

test('no asset names an address outside', () => {
  for (const file of files) {
    // The name of the SVG language looks like an address and is none.
    const text = readFileSync(file, 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
    assert.doesNotMatch(text, /(https?:|wss?:)?\/\/[a-z0-9-]+\.[a-z]{2,}/i, file);
  }
});

test('the whole page is under 300 kB compressed', () => {
  const size = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  console.log(`${files.length} files, ${(size / 1000).toFixed(1)} kB with brotli`);
  assert.ok(size < 300_000);
});

test('nothing that the content policy would stop', () => {
  for (const file of files.filter((name) => /\.(html|js)$/.test(name) && !name.includes('vendor'))) {
    const text = readFileSync(file, 'utf8');
    assert.doesNotMatch(text, /\sstyle=/, file);
    assert.doesNotMatch(text, /\son[a-z]+="/, file);
    assert.doesNotMatch(text, /\beval\(|new Function/, file);
  }
});

test('every text that is asked for is there, and none is spare', () => {
  const scripts = files.filter((name) => name.endsWith('.js') && !name.includes('vendor') && !name.includes('texts/en'));
  const code = scripts.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const [, key] of code.matchAll(/\bt\(\s*'([^']+)'/g)) assert.ok(key in en, `no text for ${key}`);
  const spare = Object.keys(en).filter((key) => {
    const stem = key.slice(0, key.lastIndexOf('.') + 1);
    return !code.includes(`'${key}'`) && !code.includes('`' + stem + '${') && !/^(new\.opponent|overlay)\./.test(key);
  });
  assert.deepEqual(spare, []);
});

test('all modules are asked for at once, not one after the other', () => {
  const page = readFileSync(join(PAGE, 'index.html'), 'utf8');
  const asked = [...page.matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)].map((match) => match[1]).sort();
  const there = files.map((file) => file.slice(PAGE.length)).filter((file) => file.endsWith('.js') && file !== 'js/types.js').sort();
  assert.deepEqual(asked, there);
});
