/** Every message of the server and of the shared rules is translated, and said with its values. */
import { expect, test } from 'vitest'
import { languages } from '#ui/i18n.ts'
import { messages, messagesIn, sourceOf } from '#tests/support/messageLiterals.ts'

/** Files whose messages only operators and callers of the API see. */
const UNTRANSLATED: readonly string[] = [
  'schemas/define/check',
  'src/app/catalog/',
  'src/cli/',
  'src/engine/kinds/text/sample.ts',
  'src/engine/kinds/longText/sample.ts',
  'src/model/aggregateQuery.ts',
  'src/model/documents/codec.ts',
  'src/model/filterParse.ts',
  'src/model/openapi/',
  'src/model/schemaDiff',
  'src/model/urlQueryParse.ts',
  'src/server/config.ts',
  'src/server/database/',
  'src/server/events/',
  'src/server/demo/',
  'src/server/firebase/config.ts',
  'src/server/firstStart.ts',
  'src/server/http/documents.ts',
  'src/server/listen.ts',
  'src/server/main.ts',
  'src/server/payments/routes.ts',
  'src/server/store/fill/',
]

/** Texts that may be put together: only callers of the API see them, since pages send nothing of that kind. */
const COMPOSED = new Set([
  '"…" can be ….',
  '"…" can only be "true".',
  '"…" cannot be combined with "asOf".',
  '"…" cannot be compared by "…".',
  '"…" is a date such as 2026-03-01.',
  '"…" is a number up to ….',
  '"…" is not a known name here.',
  '"…" is not a parameter here.',
  '"…" is not valid.',
  '"checkOut" is 1 to … nights after "checkIn".',
  '"days" is a whole number from 1 to ….',
  '"kind" is one or more of ….',
  '"limit" is 1 to ….',
  '"rooms" is a whole number from 1 to ….',
  'A colour is one of …',
  'An Idempotency-Key has 1 to … characters.',
  'Choose one of ….',
  'Give one of ….',
  'Give up to … ids, without a collection.',
  'Kinds are ….',
  'The body ….',
  'The mapping ….',
  'This address accepts only ….',
  'Use ….',
  '… parameters are wrong.',
  // Two whole messages of the catalogues, in fewer bytes of the first list.
  '…The server cannot be reached.',
])

const HOLE = /\{\{\w+\}\}/g
const holesOf = (text: string): string[] => [...new Set(text.match(HOLE))].sort()
const foreign = languages.filter((language) => language !== 'en')

const found = messages((file) => UNTRANSLATED.some((left) => file.startsWith(left)))
const all = (part: 'messages' | 'said' | 'composed'): [text: string, file: string][] =>
  [...found].flatMap(([file, of]) => of[part].map((text): [string, string] => [text, file]))

const problemsIn = (language: string): Record<string, string> =>
  JSON.parse(sourceOf(`src/ui/locales/${language}/problems.json`)) as Record<string, string>

test('the message scan finds messages in errors, calls, members, constants and templates', () => {
  expect(
    messagesIn(
      'a.ts',
      `throw new Problem(409, 'taken', late ? 'Too late by far' : 'Not now')
       forbidden('Ask somebody else'); say('At most {{n}} characters', { n }); sum('not this one')
       const problem = { path, code: 'no code', message: 'Give a name' }; refuse(\`\${n} of them\`)
       const message = isLate ? \`\${name} is late\` : 'Nothing to see'; const sql = \`a \${b}\`
       const late = () => { return 'Too late to change' }; const sort = () => 'by name'
       const TYPES = { list: 'Send a list' }; z.uuid('Not an id').array()`,
    ),
  ).toEqual({
    messages: [
      'Too late by far',
      'Not now',
      'Ask somebody else',
      'Give a name',
      'Send a list',
      'Not an id',
      'At most {{n}} characters',
      'Nothing to see',
      'Too late to change',
    ],
    said: ['At most {{n}} characters'],
    composed: ['… of them', '… is late'],
  })
  expect(all('messages').length).toBeGreaterThan(400)
  expect(all('said').length).toBeGreaterThan(150)
})

test.each(foreign)(
  '%s has a translation of every message: add missing ones to its problems.json',
  (language) => {
    const own = problemsIn(language)
    expect(all('messages').filter(([text]) => !own[text])).toEqual([])
  },
)

test.each(foreign)('%s uses the same placeholders in every message', (language) => {
  const differing = Object.entries(problemsIn(language)).filter(
    ([text, own]) => holesOf(text).join() !== holesOf(own).join(),
  )
  expect(differing).toEqual([])
})

test.each(foreign)('%s has no unused translation of a message with placeholders', (language) => {
  const known = new Set(all('said').map(([text]) => text))
  const orphans = Object.keys(problemsIn(language)).filter(
    (text) => text.includes('{{') && !known.has(text),
  )
  expect(orphans).toEqual([])
})

test('messages with values use placeholders instead of concatenation', () => {
  expect(all('composed').filter(([text]) => !COMPOSED.has(text))).toEqual([])
})

/** Files that show what a schema found wrong in settings of operators. */
const OF_OPERATORS = ['src/server/config.ts', 'src/server/firebase/config.ts']

test('request bodies are parsed so that users never see Zod’s own messages', () => {
  const server = [...found.keys()].filter((file) => file.startsWith('src/server/'))
  const own = [...server, ...OF_OPERATORS].filter((file) => {
    const source = sourceOf(file)
    return source.includes('error.issues') && !source.includes(', parsing)')
  })
  expect(own.sort()).toEqual([...OF_OPERATORS])
})
