import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { kindTables } from '../src/cli/kindTables.ts'
import { kinds } from '#schemas/define/kinds.ts'

const root = path.resolve(import.meta.dirname, '..')

test('the field kind tables match the output of `npm run generate`', () => {
  const tables = kindTables(root)
  expect(tables.size).toBeGreaterThan(4)
  for (const [file, text] of tables) {
    expect(readFileSync(path.join(root, file), 'utf8'), file).toBe(text)
    for (const kind of Object.keys(kinds)) expect(text, file).toContain(`\n  ${kind}: `)
  }
})
