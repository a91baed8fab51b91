import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const documents = [
  'README.md',
  ...readdirSync(path.join(root, '.github'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('.github', name)),
]

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Files and folders of the repository that a text names in backticks. */
const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`((?:src|schemas|tests|public)\/[\w./-]+)`/g)].map(([, name]) => name!)

/** Targets of relative links, without their anchor. */
const links = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target!)

/** Paths that a guide asks its reader to create. */
const madeByReaders = /coupon|incident/

test('finds paths and links in a text', () => {
  expect(namedPaths('see `src/model` and `src/nope.ts`, not `npm start`')).toEqual([
    'src/model',
    'src/nope.ts',
  ])
  expect(links('[a](b.md#c) [d](https://example.com) [e](#f)')).toEqual(['b.md'])
})

describe.each(documents)('%s', (file) => {
  test('names only files that exist', () => {
    const missing = namedPaths(textOf(file)).filter(
      (name) => !madeByReaders.test(name) && !existsSync(path.join(root, name)),
    )
    expect(missing).toEqual([])
  })

  test('names only commands that exist', () => {
    const named = [...textOf(file).matchAll(/`npm run ([\w:-]+)[ `]/g)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test('links only to files that exist', () => {
    const missing = links(textOf(file)).filter(
      (target) => !existsSync(path.resolve(root, path.dirname(file), target)),
    )
    expect(missing).toEqual([])
  })
})
