import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { asOnePath, withOnePath } from './icons.ts'

test('strokes become one path, except those with attributes of their own', () => {
  expect(
    asOnePath([
      ['path', { d: 'M4 4l6 0', key: 'a' }],
      ['path', { d: 'M14 4l6 0', key: 'b' }],
      ['path', { d: 'M9 9', fill: 'currentColor', key: 'c' }],
      ['path', { d: 'M3 10h18', key: 'd' }],
      ['path', { d: 'M10 3v18', key: 'e' }],
    ]),
  ).toEqual([
    ['path', { d: 'M4 4l6 0M14 4l6 0', key: 'a' }],
    ['path', { d: 'M9 9', fill: 'currentColor', key: 'c' }],
    ['path', { d: 'M3 10h18M10 3v18', key: 'd' }],
  ])
})

test('the modules of the icon package have the form that the build rewrites', () => {
  const icon = createRequire(import.meta.url)
    .resolve('@tabler/icons-react')
    .replace(/dist.*/, 'dist/esm/icons/IconTable.mjs')
  const code = readFileSync(icon, 'utf8')
  expect(code.match(/"path"/g)).toHaveLength(3)
  expect(withOnePath(code).match(/"path"/g)).toHaveLength(1)
})
