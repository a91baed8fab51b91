/** Every message of the server and of the shared rules has a translation. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#ui/i18n.ts'
import { messages, messagesIn } from '#tests/support/messageLiterals.ts'

/** Files whose messages only operators and callers of the API see. */
const UNTRANSLATED: readonly string[] = [
  'src/app/catalog/',
  'src/cli/',
  'src/model/aggregateQuery.ts',
  'src/model/documents/',
  'src/model/filterUrl.ts',
  'src/model/openapi/',
  'src/model/urlQuery.ts',
  'src/server/config.ts',
  'src/server/database/',
  'src/server/events/',
  'src/server/firebase/config.ts',
  'src/server/http/documents.ts',
  'src/server/main.ts',
  'src/server/payments/routes.ts',
]

const found = messages((file) => UNTRANSLATED.some((left) => file.startsWith(left)))

test('messages are found in errors, calls, members and templates', () => {
  expect(
    messagesIn(
      'a.ts',
      `throw new Problem(409, 'taken', late ? 'Too late by far' : 'Not now')
       forbidden('Ask somebody else'); say('At most {{n}} characters', { n }); sum('not this one')
       const problem = { path, code: 'no code', message: 'Give a name' }; refuse(\`\${n} of them\`)`,
    ),
  ).toEqual([
    'Too late by far',
    'Not now',
    'Ask somebody else',
    'At most {{n}} characters',
    'Give a name',
  ])
  expect(found.size).toBeGreaterThan(250)
})

test.each(languages.filter((language) => language !== 'en'))(
  '%s has a translation of every message: add what is listed here to its problems.json',
  (language) => {
    const own = JSON.parse(
      readFileSync(
        path.resolve(import.meta.dirname, `../../src/ui/locales/${language}/problems.json`),
        'utf8',
      ),
    ) as Record<string, string>
    expect([...found].filter(([text]) => !own[text])).toEqual([])
  },
)
