// Addresses of the museum.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, to } from '../../../crates/web/page/js/router.js';

test('the museum has an address, and every program in it', () => {
  assert.deepEqual(parse(to.museum()), { room: 'museum', name: '' });
  assert.deepEqual(parse(to.museum('gier')), { room: 'museum', name: 'gier' });
});
