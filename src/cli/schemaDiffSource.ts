/** Loads models to compare the working tree with. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as Compile from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import type * as Checks from '#schemas/define/checks.ts'
import type * as Index from '#schemas/index.ts'
import { at } from './lib/paths.mjs'
import { UsageError } from './terminal.ts'

const run = promisify(execFile)
/** Paths that a model is compiled from. */
const SOURCES = ['package.json', 'schemas', 'src/model']

const git = async (...args: string[]): Promise<string> => {
  try {
    return (await run('git', args, { cwd: at(), maxBuffer: 1 << 26 })).stdout.trim()
  } catch (error) {
    throw new UsageError(`git: ${((error as { stderr?: string }).stderr ?? String(error)).trim()}`)
  }
}

/**
 * The model of a revision, compiled by that revision's own code.
 * @param revision Any git revision: `HEAD`, `main`, a tag, a hash.
 * @throws UsageError when the revision does not exist or its schemas cannot be read.
 */
export const modelAt = async (revision: string): Promise<Model> => {
  const hash = await git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ).catch(() => {
    throw new UsageError(`"${revision}" is not a revision of this repository.`)
  })
  // Below node_modules, so that package imports resolve.
  const parent = at('node_modules/.cache')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'schema-diff-'))
  try {
    await git('archive', '--format=tar', '-o', path.join(folder, 'tree.tar'), hash, ...SOURCES)
    await run('tar', ['-xf', 'tree.tar'], { cwd: folder })
    const load = (file: string) =>
      import(pathToFileURL(path.join(folder, file)).href) as Promise<unknown>
    const { resources } = (await load('schemas/index.ts')) as typeof Index
    const { checkResources, formatProblems } = (await load(
      'schemas/define/checks.ts',
    )) as typeof Checks
    const errors = formatProblems(checkResources(resources).filter((p) => p.level === 'error'))
    if (errors) {
      throw new UsageError(`The schemas of ${revision} have problems of their own:\n${errors}`)
    }
    const model = ((await load('src/model/compile.ts')) as typeof Compile).compileModel(resources)
    // Plain data, because the sources it was read from are removed next.
    return JSON.parse(JSON.stringify(model)) as Model
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
