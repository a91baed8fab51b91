import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
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

interface Block {
  readonly language: string
  readonly file: string
  readonly text: string
}

/** Code blocks of a guide in order: language, file named in the first line, and the rest. */
const blocks = (name: string): Block[] => {
  const guide = readFileSync(path.join(root, '.github/docs', name), 'utf8')
  return [...guide.matchAll(/```(ts|diff)\n\/\/ (\S+)\n([\s\S]*?)```/g)].map((m) => ({
    language: m[1] ?? '',
    file: m[2] ?? '',
    text: m[3] ?? '',
  }))
}

let copy: string
const at = (file: string) => path.join(copy, file)
const program = (script: string, ...args: readonly string[]) =>
  run(process.execPath, [at(`node_modules/${script}`), ...args], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test', VITEST: '' },
    maxBuffer: 1 << 26,
  })
const cli = (command: string, ...args: readonly string[]) =>
  program('tsx/dist/cli.mjs', at(`src/cli/${command}.ts`), ...args)

/**
 * Applies a `diff` block as a reader would: replaces the lines after `-` by those after `+`;
 * `+import` lines without such a `-` join the imports.
 */
const apply = (file: string, diff: string): void => {
  const lines = diff.split('\n')
  const joins = (line: string) => line.startsWith('+import ') && !diff.includes('-import ')
  const taken = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !joins(line)).map((line) => line.slice(1))
  const imports = lines.filter(joins).map((line) => `${line.slice(1)}\n`)
  const [before, after] = [taken('-').join('\n'), taken('+').join('\n')]
  const text = readFileSync(at(file), 'utf8')
  expect(text.split(before).length, `"${before}" occurs once in ${file}`).toBe(2)
  writeFileSync(at(file), imports.join('') + text.replace(before, () => after))
}

const follow = ({ language, file, text }: Block): void => {
  if (language === 'diff') return apply(file, text)
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'guide-'))
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
  writeFileSync(
    at('tsconfig.product.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // Not that of the repository, which `node_modules` leads to.
      compilerOptions: { tsBuildInfoFile: './types.tsbuildinfo' },
      include: ['src', 'schemas'],
      exclude: ['src/**/*.test.*', 'src/**/*fixture*'],
    }),
  )
  symlinkSync(path.join(root, 'node_modules'), at('node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test(
  'following the guide literally adds an entity with states, a relation, a rule and a passing test',
  async () => {
    const parts = blocks('guide.md')
    expect(parts.map((b) => b.file)).toEqual([
      'schemas/incident.ts',
      'schemas/hotel.ts',
      'schemas/incident.ts',
      'schemas/incident.ts',
      'schemas/incident.ts',
      'schemas/incident.ts',
      'schemas/hotel.ts',
      'src/server/rules/incident/rules.ts',
      'src/server/rules/index.ts',
      'src/model/problemCodes.ts',
      'src/server/rules/incident/rules.test.ts',
    ])
    await cli('entity', 'incident')
    parts.forEach(follow)
    await cli('generate')
    expect(readFileSync(at('src/server/migrations/sql/index.ts'), 'utf8')).toContain(
      'CREATE TABLE "incidents"',
    )
    await program(
      'vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      'src/server/rules/incident/rules.test.ts',
    )
    await program('oxlint/bin/oxlint', '--deny-warnings', ...parts.map((b) => b.file))
    // The next test compiles it, in the same copy.
  },
  TAKES_LONG,
)

test(
  'following the field kind guide literally adds a kind, and the compiler demands all its parts',
  async () => {
    const parts = blocks('kinds.md')
    const compile = () => program('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.product.json')
    parts.filter((part) => part.language === 'diff').forEach(follow)
    await expect(compile()).rejects.toMatchObject({
      stdout: expect.stringMatching(
        /(?=[^]*engine\/kinds\/lists\.ts)(?=[^]*server\/kinds\/index\.ts)/,
      ),
    })
    parts.filter((part) => part.language === 'ts').forEach(follow)
    const write = `import('${at('src/cli/kindTables.ts')}').then((m) => m.writeKindTables('${copy}'))`
    await program('tsx/dist/cli.mjs', '-e', write)
    await program(
      'vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      'src/engine/kinds/duration/duration.test.ts',
    )
    await program('oxlint/bin/oxlint', '--deny-warnings', ...parts.map((b) => b.file))
    await compile()
  },
  TAKES_LONG,
)
