import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'
import { expressionsOf, isPlain, type Expression } from './support/expressions.ts'

process.env.RECHECK_BACKEND = 'native'

/** The start of a formula in a cell (`csvCells.ts`). */
const FORMULA =
  '[\\p{Zs}\\p{Cf}\\v\\f]*[=+\\-@\u207a\u207b\u207c\u208a\u208b\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]'

/** Expressions the tool cannot judge, with the reason why none of them backtracks excessively. */
const judged: readonly string[] = [
  // One repetition after a start that is checked once.
  String.raw`/^\/(?!\/)[^\s\\]*$/`,
  String.raw`/^\/(?!\/)[\w./~-]*$/`,
  // The spaces and what follows them share no character.
  String.raw`/^bearer +(\S{16,512})$/i`,
  // A month's name as the browser formats it.
  String.raw`/month(?!.*day)/i`,
  // A cell or a part of it begins once, and so does the run of spaces that is looked at.
  `/^('?)('*)(?=[\\t\\r\\n]|${FORMULA})/u`,
  `/([;\\t\\r\\n])('?)('*)(?=${FORMULA})/gu`,
]

/** Where expressions are made while the program runs, and why nothing from outside is in them. */
const made: Readonly<Record<string, string>> = {
  'src/server/accounts/methods.ts':
    'Made of our own routes; each part of a path is looked at once.',
  'src/server/http/routeTable.ts': 'Made of our own routes; each part of a path is looked at once.',
  'src/server/files/s3Parts.ts': 'Made of the names in a store’s responses; one repetition.',
}

/** Why an expression is unsafe: more than linear work, or no verdict. */
const wrong = ({ source, flags }: Expression, timeout = 5000): string | undefined => {
  if (isPlain({ source, flags }) || judged.includes(`/${source}/${flags}`)) return undefined
  const { status } = checkSync(source, flags.replace(/[gy]/g, ''), {
    checker: 'automaton',
    timeout,
  })
  return status === 'safe' ? undefined : `${status}: /${source}/${flags}`
}

test('no regular expression backtracks excessively on user input', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const found = new Map<string, Expression>()
  const built: string[] = []
  for (const folder of ['schemas', 'src']) {
    for (const file of readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (/\.tsx?$/.test(file) && !/\.test\.|^cli\/|\.d\.ts$|\/migrations\//.test(file)) {
        const code = readFileSync(path.join(root, folder, file), 'utf8')
        const all = expressionsOf(`${folder}/${file}`, code)
        for (const one of all.found) found.set(`/${one.source}/${one.flags}`, one)
        built.push(...all.built.map((one) => one.file))
      }
    }
  }
  expect(found.size).toBeGreaterThan(100)
  expect([...found.values()].flatMap((one) => wrong(one) ?? [])).toEqual([])
  expect(built.sort()).toEqual(Object.keys(made).sort())
  expect(
    judged.filter((text) => !found.has(text)),
    'no longer needed',
  ).toEqual([])
})

test.each([
  ['nested', '^(a+)+$'],
  ['adjacent', String.raw`[ \t]+\n`],
  ['adjacent words', String.raw`^\s*(on|em)\b.{4,200}\b(wrote)\s*:?\s*$`],
  ['tags', '<(style|script)[^]*?</\\1\\s*>'],
])('detects %s repetition', (_name, source) => {
  const code = `export const planted = /${source.replaceAll('/', '\\/')}/`
  const text = JSON.stringify(source)
  const constant = `const PART = ${text}\nexport const planted = new RegExp(\`\${PART}\`)`
  for (const one of [code, constant]) {
    const [planted] = expressionsOf('planted.ts', one).found
    expect(wrong(planted!, 1000)).toMatch(/^(vulnerable|unknown)/)
  }
})

test('detects a regular expression built from a value that is not constant', () => {
  const code = 'export const made = (name: string) => RegExp(`^${name}$`)'
  expect(expressionsOf('planted.ts', code)).toEqual({
    found: [],
    built: [{ file: 'planted.ts', code: 'RegExp(`^${name}$`)' }],
  })
})
