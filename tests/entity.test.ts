import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const TAKES_LONG = 10 * 60_000
const INDEX = 'schemas/index.ts'
const SNAPSHOT = 'src/server/migrations/meta/snapshot.json'

let copy: string
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'entity-'))
  for (const name of [
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'schemas',
    'src',
    'tests/support',
    'tests/toy.ts',
    'tests/suites/__snapshots__',
    'tests/suites/modelSnapshots.test.ts',
    'tests/suites/validation.test.ts',
    'tests/suites/screens/inputs.json',
  ]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  // The product alone: its tests import suites that are not in the copy.
  writeFileSync(
    path.join(copy, 'tsconfig.product.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // Not that of the repository, which `node_modules` leads to.
      compilerOptions: { tsBuildInfoFile: './types.tsbuildinfo' },
      include: ['src', 'schemas'],
      exclude: ['src/**/*.test.*', 'src/**/*fixture*'],
    }),
  )
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs an installed program in the copy. Throws with its output when it fails. */
const program = (script: string, ...args: readonly string[]) =>
  run(process.execPath, [path.join(copy, 'node_modules', script), ...args], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test', VITEST: '' },
    maxBuffer: 1 << 26,
  })
const cli = (command: string, ...args: readonly string[]) =>
  program('tsx/dist/cli.mjs', path.join(copy, 'src/cli', `${command}.ts`), ...args)
const text = (file: string): string => readFileSync(path.join(copy, file), 'utf8')
const files = (): string[] =>
  ['schemas', 'src', 'tests']
    .flatMap((folder) =>
      readdirSync(path.join(copy, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .sort()

test(
  'the entity command and one generate add an entity without a new test; removing it leaves only migrations',
  async () => {
    const before = { files: files(), index: text(INDEX), snapshot: text(SNAPSHOT) }
    await cli('entity', 'coupon')
    await cli('generate')
    const added = files().filter((file) => !before.files.includes(file))
    expect(added).toEqual([
      'schemas/coupon.ts',
      expect.stringMatching(/^src\/server\/migrations\/sql\/\d{4}_coupons\.expand\.sql$/),
      'tests/suites/__snapshots__/model/coupon.txt',
    ])
    expect(text('tests/suites/__snapshots__/model/coupon.txt')).toContain('table coupons')
    await program('vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/suites/')
    await program('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.product.json')

    writeFileSync(path.join(copy, INDEX), before.index)
    rmSync(path.join(copy, 'schemas/coupon.ts'))
    await expect(cli('generate')).rejects.toThrow(/coupons/)
    expect(existsSync(path.join(copy, 'tests/suites/__snapshots__/model/coupon.txt'))).toBe(true)
    await cli('generate', '--allow-destructive')
    expect(text(SNAPSHOT)).toBe(before.snapshot)
    expect(files().filter((file) => !before.files.includes(file))).toEqual([
      added[1],
      expect.stringMatching(/_coupons\.contract\.sql$/),
    ])
    await program(
      'vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      'tests/suites/modelSnapshots.test.ts',
    )
  },
  TAKES_LONG,
)
