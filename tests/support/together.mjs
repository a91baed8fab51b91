import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** They take so long that a process of their own costs little. */
const longest = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'longestFirst.json'), 'utf8'),
)

/** Signs that a test file changes its process, or needs one of its own. */
const ALTERS = [
  /@vitest-environment/,
  /support\/(?:dom|inProcess)/,
  // It measures what several products on one machine do at once.
  /\balonePostgresUrl\b/,
  /\bvi\.(?:mock|doMock|hoisted|stub|spyOn|useFakeTimers|setSystemTime|setConfig|resetModules)/,
  /\bprocess\.(?:chdir|on|once|exitCode|env)\b/,
  /\bglobalThis\b/,
  /\bprototype\b/,
]

/** @param {string} text source of a test file */
export const alters = (text) => ALTERS.some((sign) => sign.test(text))

/**
 * Test files that leave their process as they found it, as paths in the repository. They run one
 * after the other in the same processes, which saves starting one and loading the same modules for
 * each.
 *
 * @returns {string[]}
 */
export const together = () =>
  ['schemas', 'src', 'tests']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) =>
        path.posix.join(folder, String(file).replaceAll(path.sep, '/')),
      ),
    )
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        !/^tests\/(?:firebase|journeys)\//.test(file) &&
        !longest.includes(file) &&
        !alters(readFileSync(path.join(root, file), 'utf8')),
    )
    .sort()
