import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { at, root } from './paths.mjs'

/**
 * Files that join everything: their imports reach every test, so a search for affected tests does
 * not pass through them. A hub that itself changed is followed like any other file.
 */
const hubs = [
  /^schemas\/index\.ts$/,
  /^src\/server\/(rules\/index|services|app|main)\.ts$/,
  /^src\/app\//,
  /^src\/cli\//,
  /^src\/server\/demo\//,
  /^tests\/api\/harness\.ts$/,
  /^tests\/support\//,
]

const isTest = (file) => /\.test\.tsx?$/.test(file)
const isCode = (file) => /\.(ts|tsx|mjs)$/.test(file)

/**
 * Entity of a schema file or a rule: `hotel` for `schemas/hotel.ts` and for
 * `src/server/rules/hotel/money.ts`.
 */
const entityOf = (file) =>
  /^(?:schemas\/([A-Za-z]+)\.ts|src\/server\/rules\/([A-Za-z]+)\/.+)$/
    .exec(file)
    ?.slice(1)
    .find(Boolean) ?? null

/**
 * Files that a source imports, as paths in the repository.
 *
 * @param {string} from path of the file in the repository
 * @param {string} text
 * @param {Readonly<Record<string, string>>} aliases the `imports` of package.json
 * @returns {string[]}
 */
export function importsOf(from, text, aliases) {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([.#][^'"\n]+)['"]/g)].flatMap(
    ([, to]) => {
      if (to.startsWith('.')) return [path.posix.join(path.posix.dirname(from), to)]
      const alias = Object.entries(aliases).find(([key]) => to.startsWith(key.slice(0, -1)))
      if (!alias) return []
      const [key, target] = alias
      return [path.posix.normalize(target.slice(0, -1) + to.slice(key.length - 1))]
    },
  )
}

/**
 * What a file and its tests have in common: the folder of an entity's rules, else the folder and
 * the first part of the name.
 */
const stem = (file) =>
  /^src\/server\/rules\/[^/]+\//.exec(file)?.[0] ?? file.replace(/^(.*\/[^./]+)\.[^/]*$/, '$1')

/**
 * Tests named after a changed file in its folder, and tests that import it directly or indirectly,
 * except through hubs.
 *
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, readonly string[]>} imports the imports of every file
 * @returns {string[]} paths of test files, in order
 */
export function affectedTests(changed, imports) {
  const importers = new Map()
  for (const [from, targets] of imports) {
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from])
  }
  const seen = new Set(changed)
  const queue = [...changed]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const importer of importers.get(file) ?? []) {
      if (seen.has(importer)) continue
      seen.add(importer)
      if (!hubs.some((hub) => hub.test(importer))) queue.push(importer)
    }
  }
  const stems = new Set(changed.map(stem))
  const beside = [...imports.keys()].filter((file) => stems.has(stem(file)))
  return [...new Set([...seen, ...beside])].filter(isTest).sort()
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** Every existing file of the repository, including uncommitted ones. */
const files = () =>
  git('ls-files', '--cached', '--others', '--exclude-standard')
    .split('\n')
    .filter((file) => file && fs.existsSync(at(file)))

/** Files that differ from `since`, including uncommitted and new ones but not deleted ones. */
const changedSince = (since) =>
  [
    ...git('diff', '--name-only', since).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => file && fs.existsSync(at(file)))

/**
 * Tests that a change needs.
 *
 * @param {string} since a commit
 * @returns {{ changed: string[], tests: string[], entities: string[] }} `tests` run in the unit
 * project; `entities` are
 *   those whose schema or rules changed.
 */
export function whatChanged(since) {
  const aliases = JSON.parse(fs.readFileSync(at('package.json'), 'utf8')).imports
  const imports = new Map(
    files()
      .filter(isCode)
      .map((file) => [file, importsOf(file, fs.readFileSync(at(file), 'utf8'), aliases)]),
  )
  const changed = changedSince(since)
  return {
    changed,
    tests: affectedTests(changed, imports).filter(
      (file) => !/^tests\/(journeys|firebase)\//.test(file) || changed.includes(file),
    ),
    entities: [...new Set(changed.map(entityOf).filter(Boolean))].sort(),
  }
}
