import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { schemaLabels } from '#model/labels.ts'
import type { Model } from '#model/types.ts'

/**
 * One line per language whose schema labels lack translations; those labels are shown in English.
 *
 * @param folder Absolute path of `schemas/labels`, one file per language; English needs none.
 */
export const untranslated = (model: Model, folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const own = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Readonly<
        Record<string, string>
      >
      const missing = schemaLabels(model).filter((text) => !own[text])
      return missing.length
        ? [
            `Not translated in schemas/labels/${name}: ${missing.map((text) => JSON.stringify(text)).join(', ')}`,
          ]
        : []
    })
