import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keptInputs, screenInputs } from '#cli/snapshotInputs.ts'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'

test('no snapshot is left of an entity that is gone; `npm run generate` takes them away', () => {
  const known = new Set(['shell', ...Object.keys(resources)])
  expect(
    readdirSync(path.join(import.meta.dirname, '__snapshots__')).filter(
      (file) => !known.has(file.split('.')[0]!),
    ),
  ).toEqual([])
})

test('the snapshots are drawn from the schemas as they are; `npm run generate` draws what changed', () => {
  expect(keptInputs()).toEqual(screenInputs(compileModel(resources)))
})
