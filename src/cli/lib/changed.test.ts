import { expect, test } from 'vitest'
import { affectedTests, importsOf } from './changed.mjs'

const aliases = { '#server/*': './src/server/*', '#schemas/*': './schemas/*' }

test('reads every form of import, relative or aliased, and ignores packages', () => {
  const text = `import { a } from './a.ts'
import '../b.css'
export * from '#server/http/c.ts'
import type { D } from '#schemas/d.ts'
import * as z from 'zod'
const e = await import('./e.tsx')`
  expect(importsOf('src/server/rules/x.ts', text, aliases)).toEqual([
    'src/server/rules/a.ts',
    'src/server/b.css',
    'src/server/http/c.ts',
    'schemas/d.ts',
    'src/server/rules/e.tsx',
  ])
})

const imports = new Map([
  ['src/server/rules/hotel/rules.ts', ['schemas/hotel.ts']],
  ['src/server/rules/hotel/rules.test.ts', ['tests/support/stays.ts']],
  ['src/server/rules/booking/rules.ts', ['src/server/rules/hotel/rules.ts']],
  ['src/server/rules/booking/rules.test.ts', ['src/server/rules/booking/rules.ts']],
  ['src/server/rules/hotels/rules.test.ts', []],
  ['src/server/rules/index.ts', ['src/server/rules/hotel/rules.ts']],
  ['tests/support/stays.ts', ['src/server/rules/index.ts']],
  ['tests/api/all.test.ts', ['tests/support/stays.ts']],
])

test('finds the tests that import a changed file, directly or indirectly, and the tests beside it', () => {
  expect(affectedTests(['src/server/rules/hotel/rules.ts'], imports)).toEqual([
    'src/server/rules/booking/rules.test.ts',
    'src/server/rules/hotel/rules.test.ts',
  ])
})

test('does not follow imports through index and support files unless they changed themselves', () => {
  expect(affectedTests(['schemas/hotel.ts'], imports)).toEqual([
    'src/server/rules/booking/rules.test.ts',
  ])
  expect(affectedTests(['tests/support/stays.ts'], imports)).toEqual([
    'src/server/rules/hotel/rules.test.ts',
    'tests/api/all.test.ts',
  ])
})
