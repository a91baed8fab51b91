import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

/** The files that take longest, in this order: begun last, one of them would keep a single core busy while the others have nothing left to do. */
const longest = JSON.parse(readFileSync(new URL('longestFirst.json', import.meta.url), 'utf8'))
const places = new Map(longest.map((file, place) => [path.join(root, file), place]))
const place = (file) => places.get(file.moduleId) ?? longest.length

/** The usual order, with the longest files before all others. A script of Node's own, since the configuration loads it as it is. */
export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
