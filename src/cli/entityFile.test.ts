import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { checkResources } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { addToIndex, entityFile, plural } from './entityFile.ts'
import { at } from './lib/paths.mjs'

const index = readFileSync(at('schemas/index.ts'), 'utf8')

test('generates a short entity file with the right collection, permission, label and type names', () => {
  const file = entityFile('serviceJob')
  expect(file).toContain("name: 'service-jobs'")
  expect(file).toContain("permission: 'serviceJob'")
  expect(file).toContain("label: { one: 'Service job', many: 'Service jobs' }")
  expect(file).toContain('export type ServiceJob = Row<typeof serviceJob>')
  expect(file.split('\n').filter(Boolean).length).toBeLessThanOrEqual(15)
})

test('the generated entity file passes all schema checks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entity-'))
  try {
    const file = join(folder, 'coupon.ts')
    writeFileSync(
      file,
      entityFile('coupon').replace('./define/index.ts', at('schemas/define/index.ts')),
    )
    const { coupon } = (await import(pathToFileURL(file).href)) as {
      coupon: typeof resources.facility
    }
    expect(checkResources({ ...resources, coupon })).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('rejects a name that is not camelCase', () => {
  for (const name of ['', 'Coupon', 'service-job', '../x', '1st']) {
    expect(() => entityFile(name)).toThrow('camelCase')
  }
})

test('forms plurals of entity names', () => {
  expect(['coupon', 'category', 'box', 'day', 'branch'].map(plural)).toEqual([
    'coupons',
    'categories',
    'boxes',
    'days',
    'branches',
  ])
})

test('adds one sorted import and one line at the end of the index and keeps everything else', () => {
  const added = addToIndex(index, 'coupon')
  const fresh = added.split('\n').filter((line) => !index.split('\n').includes(line))
  expect(fresh).toEqual(["import { coupon } from './coupon.ts'", '  coupon,'])
  expect(added).toMatch(/ {2}coupon,\n\}\)/)
  const names = [...added.matchAll(/^import \{ (\w+) \} from '\.\/\w+\.ts'$/gm)].map(
    ([, name]) => name,
  )
  expect(names).toEqual([...names].sort())
})

test('refuses to add an entity twice or to an index of another form', () => {
  expect(() => addToIndex(addToIndex(index, 'coupon'), 'coupon')).toThrow('already')
  expect(() => addToIndex('export {}\n', 'coupon')).toThrow('by hand')
})
