// QR codes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { correction, squaresOf } from '../../../crates/web/page/js/parts/qr.js';

/** The code with its squares as words, so that it can be compared. @param {string} text */
const print = (text) => createHash('sha256').update(squaresOf(text).map((row) => row.map(Number).join('')).join('\n')).digest('hex').slice(0, 16);

test('words of correction are those of the standard’s example', () => {
  // ISO/IEC 18004, annex I: "01234567" in version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  assert.deepEqual(correction(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test('codes are as they were when another program had read them', () => {
  const long = 'http://192.168.1.5:2026/#/m/0123456789abcdef0123456789abcdef/join';
  const found = [long, 'a', 'x'.repeat(100), 'äö'.repeat(37)].map((text) => [squaresOf(text).length, print(text)]);
  // Read by OpenCV 5.0's QRCodeDetector when they were written down.
  assert.deepEqual(found, [
    [37, '75c383e95fd93c93'],
    [21, 'e8ab680854e4019c'],
    [41, '898a791db8daf879'],
    [49, '561eb3574e4371d2'],
  ]);
  assert.equal(squaresOf('x'.repeat(400)), null);
});
