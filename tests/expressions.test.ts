import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'
import { expressionsOf, isPlain, type Expression } from './support/expressions.ts'

process.env.RECHECK_BACKEND = 'native'

/** Expressions the tool cannot judge, with the reason why none of them backtracks excessively. */
const judged: readonly string[] = [
  // One repetition after a start that is checked once.
  String.raw`/^\/(?!\/)[^\s\\]*$/`,
  String.raw`/^\/(?!\/)[\w./~-]*$/`,
  // The spaces and what follows them share no character.
  String.raw`/^bearer +(\S{16,512})$/i`,
  // A month's name as the browser formats it.
  String.raw`/month(?!.*day)/i`,
]

/** Why an expression is unsafe: more than linear work, or no verdict. */
const wrong = ({ source, flags }: Expression): string | undefined => {
  if (isPlain({ source, flags }) || judged.includes(`/${source}/${flags}`)) return undefined
  const { status } = checkSync(source, flags.replace(/[gy]/g, ''), {
    checker: 'automaton',
    timeout: 5000,
  })
  return status === 'safe' ? undefined : `${status}: /${source}/${flags}`
}

test('no expression tries again and again over what somebody wrote', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const found = new Map<string, Expression>()
  for (const folder of ['schemas', 'src']) {
    for (const file of readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (/\.tsx?$/.test(file) && !/\.test\.|^cli\/|\.d\.ts$|\/migrations\//.test(file)) {
        for (const one of expressionsOf(
          file,
          readFileSync(path.join(root, folder, file), 'utf8'),
        )) {
          found.set(`/${one.source}/${one.flags}`, one)
        }
      }
    }
  }
  expect(found.size).toBeGreaterThan(100)
  expect([...found.values()].flatMap((one) => wrong(one) ?? [])).toEqual([])
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
])('%s repetition is found', (_name, source) => {
  const code = `export const planted = /${source.replaceAll('/', '\\/')}/`
  const [one] = expressionsOf('planted.ts', code)
  expect(wrong(one!)).toMatch(/^(vulnerable|unknown)/)
})
