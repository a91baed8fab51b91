import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', 'src/**/*.ts', 'src/**/*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

/** Names of the classes that a CSS module declares. */
const declaredIn = (file: string): ReadonlySet<string> =>
  new Set([...readFileSync(file, 'utf8').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map((m) => m[1]!))

const cssOf = (file: string, imported: string): string =>
  imported.startsWith('#')
    ? path.join(root, 'src', imported.slice(1))
    : path.join(root, path.dirname(file), imported)

test('every CSS module class used in code is defined', () => {
  const unknown = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(
      ([, name, imported]) => {
        const declared = declaredIn(cssOf(file, imported!))
        return [...text.matchAll(new RegExp(`(?<![\\w$./'-])${name}\\.(\\w+)`, 'g'))]
          .filter(([, used]) => !declared.has(used!))
          .map(([use]) => `${file}: ${use}`)
      },
    )
  })
  expect(unknown).toEqual([])
})

test('a select is the one of src/ui', () => {
  const bare = files.filter(
    (file) =>
      !/^src\/(?:ui|server)\//.test(file) &&
      readFileSync(path.join(root, file), 'utf8').includes('<select'),
  )
  expect(bare).toEqual([])
})
