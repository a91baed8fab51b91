import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelChange } from '#model/schemaDiff.ts'
import { root } from './lib/paths.mjs'
import { formatChanges } from './schemaDiffText.ts'

const run = promisify(execFile)
let copy: string
const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: copy })
beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'schema-diff-'))
  for (const name of ['package.json', 'tsconfig.json', 'schemas', 'src']) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  await git('init', '-q', '-b', 'main')
  await git('add', 'package.json', 'schemas', 'src')
  await git('commit', '-q', '-m', 'as it was')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs the command in the copy; returns its output and exit code. */
const diff = (...args: readonly string[]) =>
  run(
    process.execPath,
    [path.join(copy, 'node_modules/tsx/dist/cli.mjs'), 'src/cli/schemaDiff.ts', ...args],
    { cwd: copy, env: { ...process.env, VITEST: '' } },
  ).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
const edit = (change: (text: string) => string) => {
  const file = path.join(copy, 'schemas/facility.ts')
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
}

test('compares the working tree with a revision and exits with code 1 on a breaking change', async () => {
  expect(await diff()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing changes'),
  })

  edit((text) =>
    text.replace('shape: z.object({', 'shape: z.object({\n    motto: text(30).optional(),'),
  )
  const safe = await diff('--against', 'main')
  expect(safe).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/safe +facilities\.motto +is new and optional/),
  })
  expect((await diff('--against', 'snapshot')).stdout).toContain(
    'ALTER TABLE "facilities" ADD COLUMN "motto"',
  )

  edit((text) => text.replace('motto: text(30).optional(),', 'motto: text(30),'))
  const broken = await diff('--json')
  expect(broken.code).toBe(1)
  const { changes } = JSON.parse(broken.stdout) as { changes: ModelChange[] }
  expect(changes).toContainEqual({
    severity: 'breaking',
    area: 'api',
    at: 'facilities.motto',
    message: expect.stringContaining('required'),
  })
  expect(await diff('--allow-breaking')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/BREAKING +facilities\.motto/),
  })

  await git('commit', '-qam', 'a motto')
  expect((await diff()).code).toBe(0)
  expect((await diff('--against', 'HEAD~1')).code).toBe(1)
}, 180_000)

test('reports an unknown revision and problems in the schemas', async () => {
  expect(await diff('--against', '--all')).toMatchObject({ code: 1 })
  expect(await diff('--against', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"nowhere" is not a revision'),
  })
  edit((text) => text.replace(/title: '\w+'/, "title: 'nme'"))
  expect(await diff()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('facilities.title'),
  })
}, 180_000)

test('prints a heading per area and counts the changes by severity', () => {
  expect(
    formatChanges(
      [
        { severity: 'breaking', area: 'route', at: 'books.path', message: '/books is gone' },
        { severity: 'safe', area: 'api', at: 'books.isbn', message: 'is new and optional' },
        {
          severity: 'backfill',
          area: 'table',
          at: 'books.search',
          message: 'is looked through otherwise',
        },
      ],
      'main',
    ).split('\n'),
  ).toEqual([
    'API',
    '  safe            books.isbn  is new and optional',
    '',
    'Tables',
    '  needs backfill  books.search  is looked through otherwise',
    '',
    'Routes',
    '  BREAKING        books.path  /books is gone',
    '',
    'Against main: 1 safe, 1 need backfill, 1 breaking.',
  ])
})
