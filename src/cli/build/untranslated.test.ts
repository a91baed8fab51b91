import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { schemaLabels } from '#model/labels.ts'
import { libraryModel } from '#tests/toy.ts'
import { untranslated } from './untranslated.ts'

test('lists the labels missing from each language file except English', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'texts-'))
  const all = schemaLabels(libraryModel)
  const keep = (language: string, labels: readonly string[]) =>
    writeFileSync(
      path.join(folder, `${language}.json`),
      JSON.stringify(Object.fromEntries(labels.map((l) => [l, 'x']))),
    )
  keep('pt', all)
  keep('ar', all.slice(2))
  expect(untranslated(libraryModel, folder)).toEqual([
    `Not translated in schemas/labels/ar.json: ${JSON.stringify(all[0])}, ${JSON.stringify(all[1])}`,
  ])
  rmSync(folder, { recursive: true })
})
