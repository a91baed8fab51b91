import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lookupsOf, tablesOf, type Tables } from './support/lookups.ts'

type Allowed = Readonly<Record<string, readonly string[]>>

/** Tables that may be indexed without `own`, by file, grouped by reason. */
const allowed: Readonly<Record<string, Allowed>> = {
  'what developers declare, checked when the server starts': {
    'schemas/define/checkDetail.ts': ['(def.states ?? {})'],
    'schemas/define/checkFields.ts': ['kinds'],
    'schemas/define/checkLayouts.ts': ['(subject.def.states ?? {})'],
    'schemas/define/checkReferences.ts': ['def.states'],
    'schemas/define/describe.ts': [
      'KIND_OF_TYPE',
      'KIND_OF_ELEMENT',
      'hints.labels',
      'hints.tones',
    ],
    'schemas/define/own.ts': ['table'],
    'src/model/compile.ts': ['s.only'],
  },
  'a record, by a field that the model has': {
    'src/app/Breadcrumbs.tsx': ['data?.data'],
    'src/data/documents/titles.ts': ['body'],
    'src/engine/actions/ActionDialog.tsx': ['body'],
    'src/engine/detail/Strip.tsx': ['record'],
    'src/engine/detail/Summary.tsx': ['record'],
    'src/engine/detail/layout.ts': ['record'],
    'src/engine/detail/parts.ts': ['record'],
    'src/engine/fields/inputs/CountedKindField.tsx': ['data?.data'],
    'src/engine/form/values.ts': ['mine'],
    'src/engine/list/ListTable.tsx': ['row'],
    'src/engine/list/Row.tsx': ['a.row'],
    'src/engine/list/layouts/Calendar.tsx': ['row'],
    'src/engine/list/layouts/branches.ts': ['row'],
    'src/model/documents/codec.ts': ['body', 'data', 'values'],
    'src/screens/customer360/said.ts': ['record'],
    'src/screens/permission/RowRule.tsx': ['(rule ?? {})'],
    'src/screens/shared/AssigneeSelect.tsx': ['record'],
    'src/screens/ticketChat/Related.tsx': ['record'],
    'src/server/exchange/applyMapping.ts': ['draft'],
    'src/server/exchange/csv.ts': ['row'],
    'src/server/exchange/resolve.ts': ['data'],
    'src/server/organisation/organisation.ts': ['before'],
    'src/server/rules/ticket/macro.ts': ['values'],
    'src/server/store/fill/fill.ts': ['row'],
    'src/server/store/write/revision.ts': ['earlier'],
  },
  'by a collection, entity, field or id that the model or the database gave': {
    'src/data/api.ts': ['appConfig().documents'],
    'src/data/documents/firestore.ts': ['appConfig().documents'],
    'src/data/included.ts': ['merged'],
    'src/engine/list/layouts/sums.ts': ['a.sums', 'b.sums', 'group'],
    'src/engine/resource.ts': ['appConfig().documents'],
    'src/screens/chat/ConversationList.tsx': ['unread'],
    'src/screens/shared/thread/Messages.tsx': ['unread?.unread'],
    'src/screens/shared/thread/useSeen.ts': ['useUnread()?.unread'],
    'src/screens/shared/titles.ts': ['all'],
    'src/server/audit/log.ts': ['included'],
    'src/server/exchange/csv.ts': ['titles', 'r.titles'],
    'src/server/rules/employee/ceiling.ts': ['g.rows', 'given.rows', 'before.rows'],
    'src/server/store/read/asOf.ts': ['included'],
    'src/server/store/read/history.ts': ['answer'],
    'src/server/timeline/timeline.ts': ['included'],
  },
  'a closed set of names, or a name that was looked for before': {
    'src/data/documents/problems.ts': ['known'],
    'src/data/documents/reads.ts': ['(at as Record<string, unknown>)'],
    'src/data/events.ts': ['listeners'],
    'src/data/live/stream.ts': ['fields'],
    'src/data/problem.ts': ['body'],
    'src/engine/exchange/entries.ts': ['entry'],
    'src/engine/fields/inputs/text.tsx': ['TYPES'],
    'src/engine/form/RecordForm.tsx': ['errors'],
    'src/engine/list/layouts/Order.tsx': ['members', 'drag?.thing.members'],
    'src/engine/routes.ts': ['out'],
    'src/model/documents/query.ts': ['RANGE'],
    'src/model/notices.ts': ['(value as Readonly<Record<string, unknown>>)'],
    'src/model/openapi/collections.ts': ['paths'],
    'src/server/accounts/operator.ts': ['kept?.value'],
    'src/server/config.ts': ['env'],
    'src/server/metrics/rollups/keep.ts': ['found'],
    'src/server/firebase/call.ts': ['(body as Readonly<Record<string, unknown>>)'],
    'src/server/notifications/automatic.ts': ['labels'],
    'src/server/payments/page.ts': ['escapes'],
    'src/server/portal/page.ts': ['escapes'],
    'src/server/rules/customer/timeline.ts': ['sources'],
    'src/server/texts/labels.ts': ['own'],
    'src/ui/i18n.ts': ['texts'],
  },
}

const root = path.resolve(import.meta.dirname, '..')
const sources = ['schemas', 'src']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (f) => `${folder}/${f}`,
    ),
  )
  .filter(
    (f) =>
      /\.tsx?$/.test(f) && !/\.test\.|\.d\.ts$|^src\/cli\/|server\/demo\/|\/migrations\//.test(f),
  )
  .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }))

const merged = (all: readonly Tables[]): Tables => ({
  exported: new Set(all.flatMap(({ exported }) => [...exported])),
  members: new Set(all.flatMap(({ members }) => [...members])),
})

test('no name from outside indexes a plain object', () => {
  const known = merged(sources.map(({ file, code }) => tablesOf(file, code)))
  const open = new Map<string, Set<string>>()
  for (const group of Object.values(allowed)) {
    for (const [file, tables] of Object.entries(group)) {
      open.set(file, new Set([...(open.get(file) ?? []), ...tables]))
    }
  }
  const unused = new Set(
    [...open].flatMap(([file, tables]) => [...tables].map((t) => `${file} ${t}`)),
  )
  const wrong = sources.flatMap(({ file, code }) =>
    lookupsOf(file, code, known)
      .filter(({ table }) => {
        unused.delete(`${file} ${table}`)
        return !open.get(file)?.has(table)
      })
      .map(({ line, text }) => `${file}:${line} ${text}`),
  )
  expect(wrong, 'use own(table, name), or a Map').toEqual([])
  expect([...unused], 'no longer needed').toEqual([])
})

test.each([
  [
    'a constant',
    'const t: Record<string, number> = {}; export const f = (n: string) => t[n]',
    't[n]',
  ],
  [
    'a parameter',
    'export const f = (t: Readonly<Record<string, number>> | null, n: string) => t?.[n]',
    't?.[n]',
  ],
  [
    'a member of an interface',
    'interface R { previews?: Record<string, () => void> }; export const f = (r: R, n: string) => r.previews?.[n]',
    'r.previews?.[n]',
  ],
  [
    'a taken member',
    'interface R { readonly actions: Record<string, 1> }; export const f = ({ actions }: R, n: string) => actions[n]',
    'actions[n]',
  ],
  [
    'a cast of the table',
    'export const f = (t: object, n: string) => (t as Record<string, 1>)[n]',
    '(t as Record<string, 1>)[n]',
  ],
  [
    'a cast of the name',
    'const t = { a: 1 }; export const f = (n: string) => t[n as keyof typeof t]',
    't[n as keyof typeof t]',
  ],
  ['the operator in', 'export const f = (t: object, n: string) => n in t', 'n in t'],
])('%s that any name indexes is found', (_name, code, text) => {
  expect(lookupsOf('x.ts', code, tablesOf('x.ts', code)).map((l) => l.text)).toEqual([text])
})

test('a constant of another file is found where it is imported', () => {
  const known = tablesOf('a.ts', 'export const labels: Readonly<Record<string, string>> = {}')
  const code = "import { labels as l } from './a.ts'; export const f = (n: string) => l[n]"
  expect(lookupsOf('b.ts', code, known)).toHaveLength(1)
})

test('literals, closed sets and lists are left alone', () => {
  const code =
    "type K = 'a' | 'b'; const t: Record<K, 1> = { a: 1, b: 1 }; export const f = (k: K, l: string[], i: number) => [t[k], l[i], t['a']]"
  expect(lookupsOf('x.ts', code, tablesOf('x.ts', code))).toEqual([])
})
