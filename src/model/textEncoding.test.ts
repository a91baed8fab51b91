import { expect, test } from 'vitest'
import { encodingOf } from './textEncoding.ts'

test.each([
  [[0x61, 0x62], undefined],
  [[], undefined],
  [[0x61, 0xe9, 0x0a], 'windows-1252'],
  [[0x61, 0xc3, 0xa9], 'utf-8'],
  // Half a character at the end says nothing yet.
  [[0x61, 0xc3], undefined],
  [[0xef, 0xbb, 0xbf, 0x61], 'utf-8'],
  [[0xff, 0xfe, 0x61, 0x00], 'utf-16le'],
  [[0xfe, 0xff, 0x00, 0x61], 'utf-16be'],
  [[0x61, 0x00, 0x62, 0x00], 'utf-16le'],
  [[0x00, 0x61, 0x00, 0x62], 'utf-16be'],
  // Damaged UTF-8 stays UTF-8, so that its reader refuses it.
  [[0xc3, 0xa9, 0xc3, 0xa9, 0xff], 'utf-8'],
] as const)('detects %j as %s', (bytes, encoding) => {
  expect(encodingOf(new Uint8Array(bytes))).toBe(encoding)
})
