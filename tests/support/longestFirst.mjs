import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * The slowest files, in this order: one started last would keep a single core busy while the others
 * are idle.
 */
const longest = JSON.parse(readFileSync(new URL('longestFirst.json', import.meta.url), 'utf8'))
const places = new Map(longest.map((file, place) => [path.join(root, file), place]))
// Files that share processes come last and in a row, since another one between them ends a process.
const place = (file) =>
  places.get(file.moduleId) ?? longest.length + (file.project.name === 'together' ? 1 : 0)

/**
 * The usual order, with the slowest files before all others. Plain JavaScript, since the
 * configuration loads it directly.
 */
export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
