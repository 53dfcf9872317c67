// What a browser is sent: small, and the same program as in the source.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import ts from 'typescript';
import { Server } from './henge.js';

const PAGE = fileURLToPath(new URL('../../../crates/web/page/', import.meta.url));
/** The most that the whole page may weigh, in kB. */
const MOST = 121.9;

let server;
before(async () => {
  server = await Server.start();
});
after(() => server?.stop());

const files = readdirSync(PAGE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(PAGE.length));
const fetched = async (path) => (await fetch(server.url + path)).text();

test(`the whole page is under ${MOST} kB compressed`, async () => {
  const sizes = await Promise.all(files.map(async (path) => brotliCompressSync(await fetched(path)).length));
  const size = sizes.reduce((sum, each) => sum + each, 0) / 1000;
  console.log(`${files.length} files, ${size.toFixed(1)} kB with brotli`);
  assert.ok(size <= MOST, `${size} kB`);
});

test('what is sent is the source without its comments', async () => {
  const printer = ts.createPrinter({ removeComments: true });
  const plain = (text) => printer.printFile(ts.createSourceFile('a.js', text, ts.ScriptTarget.Latest));
  for (const path of files.filter((path) => path.endsWith('.js'))) {
    const [sent, source] = [await fetched(path), readFileSync(join(PAGE, path), 'utf8')];
    assert.equal(plain(sent).replace(/\s+/g, ' '), plain(source).replace(/\s+/g, ' '), path);
    assert.ok(sent.length <= source.length, path);
  }
  for (const path of files.filter((path) => path.endsWith('.css'))) {
    const bare = (text) => text.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').trim();
    assert.equal(bare(await fetched(path)), bare(readFileSync(join(PAGE, path), 'utf8')), path);
  }
});
