import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkResources } from '#schemas/define/checks.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { resources } from '#schemas/index.ts'

const root = path.resolve(import.meta.dirname, '..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const scratch = path.join(root, 'node_modules/.cache/readme')
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('every npm command in the README exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map((m) => m[1] ?? '')
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the README states the number of entities, and every file and folder it names exists', () => {
  expect(readme).toContain(`It has ${Object.keys(resources).length} entities`)
  const named = [...readme.matchAll(/`((?:src|tests|schemas)\/[\w./-]*)`/g)].map((m) => m[1] ?? '')
  expect(named.length).toBeGreaterThan(3)
  expect(
    named.filter(
      (name) => !existsSync(path.join(root, name)) && !['schemas/coupon.ts'].includes(name),
    ),
  ).toEqual([])
})

test('the entity shown in the README is a valid declaration', async () => {
  const sample = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  mkdirSync(scratch, { recursive: true })
  const file = path.join(scratch, 'coupon.ts')
  writeFileSync(
    file,
    sample.replace('./define/index.ts', path.join(root, 'schemas/define/index.ts')),
  )
  const { coupon } = (await import(file)) as { coupon: AnyResource }
  expect(checkResources({ ...resources, coupon })).toEqual([])
  expect(sample.trim().split('\n').length).toBeLessThanOrEqual(40)
})

test('the pictures in the README exist', () => {
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map((m) => m[1] ?? '')
  expect(pictures.length).toBe(4)
  for (const picture of pictures) {
    expect(readFileSync(path.join(root, picture)).length).toBeGreaterThan(10_000)
  }
})

test('the README has at most 12,000 bytes', () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000)
})
