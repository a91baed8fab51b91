import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lookupsOf, tablesOf, tableTypesOf, type Tables } from './support/lookups.ts'

type Allowed = Readonly<Record<string, readonly string[]>>

/** Tables that may be indexed without `own`, by file, grouped by reason. */
const allowed: Readonly<Record<string, Allowed>> = {
  'what developers declare, checked when the server starts': {
    'schemas/define/checkDetail.ts': ['(def.states ?? {})'],
    'schemas/define/checkFields.ts': ['kinds'],
    'schemas/define/checkLayouts.ts': ['(subject.def.states ?? {})'],
    'schemas/define/checkReferences.ts': ['def.states'],
    'schemas/define/describe.ts': [
      'KIND_OF_ELEMENT',
      'KIND_OF_TYPE',
      'hints.labels',
      'hints.tones',
    ],
    'schemas/define/own.ts': ['table'],
    'src/model/compile.ts': ['s.only'],
  },
  'a record, by a field that the model has': {
    'src/screens/permission/useSaveRole.ts': ['role'],
    'src/app/Breadcrumbs.tsx': ['data?.data'],
    'src/data/documents/titles.ts': ['body'],
    'src/engine/actionLabel.ts': ['record'],
    'src/engine/actions/ActionDialog.tsx': ['body'],
    'src/engine/detail/Strip.tsx': ['record'],
    'src/engine/detail/Summary.tsx': ['record'],
    'src/engine/detail/layout.ts': ['record'],
    'src/engine/detail/partText.ts': ['record'],
    'src/engine/detail/parts.ts': ['record'],
    'src/engine/detail/shareTexts.ts': ['record'],
    'src/engine/fields/inputs/CountedKindField.tsx': ['data?.data'],
    'src/engine/form/CreatePage.tsx': ['record'],
    'src/engine/form/values.ts': ['mine'],
    'src/engine/list/ListTable.tsx': ['row'],
    'src/engine/list/Row.tsx': ['a.row'],
    'src/engine/list/layouts/Calendar.tsx': ['owner', 'row'],
    'src/engine/list/layouts/Grid.tsx': ['row'],
    'src/engine/list/layouts/Order.tsx': ['row'],
    'src/engine/list/layouts/branches.ts': ['row'],
    'src/engine/list/layouts/useCalendarRows.ts': ['owner', 'row'],
    'src/engine/list/layouts/useStays.ts': ['row'],
    'src/engine/list/layouts/map/places.ts': ['row'],
    'src/engine/list/useSelection.ts': ['after'],
    'src/engine/recordActions.ts': ['record'],
    'src/engine/versions/values.ts': ['record'],
    'src/model/documents/codec.ts': ['body', 'data', 'values'],
    'src/model/validation.ts': ['row'],
    'src/screens/bookingComposer/BookingComposer.tsx': ['draft'],
    'src/screens/customer360/said.ts': ['fields', 'record'],
    'src/screens/permission/Permissions.tsx': ['role'],
    'src/screens/permission/RowRule.tsx': ['(rule ?? {})'],
    'src/screens/settings/Limits.tsx': ['role'],
    'src/screens/settings/approvalLimits.ts': ['role'],
    'src/screens/shared/AssigneeSelect.tsx': ['current', 'record'],
    'src/screens/ticketChat/Related.tsx': ['record'],
    'src/server/accounts/accountActions.ts': ['row'],
    'src/server/accounts/accountRules.ts': ['after'],
    'src/server/accounts/invitations.ts': ['after'],
    'src/server/exchange/csv.ts': ['row'],
    'src/server/exchange/resolve.ts': ['data', 'draft'],
    'src/server/operations/revert.ts': ['row'],
    'src/server/organisation/organisation.ts': ['before'],
    'src/server/rules/paymentTransaction/rules.ts': ['before'],
    'src/server/rules/ticket/macro.ts': ['values'],
    'src/server/security/rules.ts': ['after', 'after!', 'before', 'row', 'change.after'],
    'src/server/store/fill/fill.ts': ['after', 'drawn', 'row'],
    'src/server/store/fill/insert.ts': ['after'],
    'src/server/store/write/apply.ts': ['after'],
    'src/server/store/write/auditEntry.ts': ['change.before'],
    'src/server/store/write/cut.ts': ['row', 'shown'],
    'src/server/store/write/importCandidate.ts': ['after', 'wanted'],
    'src/server/store/write/preview.ts': ['row'],
    'src/server/store/write/reveal.ts': ['record'],
    'src/server/store/write/revision.ts': ['earlier'],
    'src/server/store/write/rows.ts': ['after', 'before', 'record'],
    'src/server/timeline/assignments.ts': ['after', 'before'],
  },
  'by a collection, entity, field or id that the model or the database gave': {
    'src/data/api.ts': ['appConfig().documents'],
    'src/data/documents/firestore.ts': ['appConfig().documents'],
    'src/data/documents/titles.ts': ['titles'],
    'src/data/included.ts': ['merged'],
    'src/engine/detail/Summary.tsx': ['included'],
    'src/engine/detail/timeline/Note.tsx': ['included'],
    'src/engine/exchange/TemplateEditor.tsx': ['{ [column]: own, ...others }'],
    'src/engine/exchange/entries.ts': ['{ [name]: _gone, ...rest }'],
    'src/engine/kinds/parts/References.tsx': ['included'],
    'src/engine/kinds/parts/cells.tsx': ['included'],
    'src/engine/kinds/refs/list.ts': ['included'],
    'src/engine/list/ListTable.tsx': ['list.selection'],
    'src/engine/list/useColumnWidths.ts': ['{ [name]: _, ...others }'],
    'src/engine/list/Row.tsx': ['a.included', 'b.included'],
    'src/engine/list/SelectedDialog.tsx': ['{ [id]: _, ...rest }'],
    'src/engine/list/layouts/BoardColumn.tsx': ['list.selection'],
    'src/engine/list/layouts/Grid.tsx': ['list.selection'],
    'src/engine/list/layouts/map/PlacePanel.tsx': ['list.selection'],
    'src/engine/list/layouts/Groups.tsx': ['included'],
    'src/engine/list/layouts/useCalendarRows.ts': ['seen.data?.included'],
    'src/engine/list/layouts/sums.ts': ['group'],
    'src/engine/list/useList.ts': ['chosen.selection'],
    'src/engine/list/useSelection.ts': ['gone', 'now.current.selection', '{ [from]: _, ...rest }'],
    'src/engine/list/useShortcuts.ts': ['selection'],
    'src/engine/resource.ts': ['appConfig().documents'],
    'src/screens/auth/PaymentFacts.tsx': ['payment.response?.included'],
    'src/screens/chat/Chat.tsx': ['included'],
    'src/screens/chat/ConversationList.tsx': ['included', 'unread'],
    'src/screens/customer360/said.ts': ['included'],
    'src/screens/orderDash/Card.tsx': ['included'],
    'src/screens/permission/useDraft.ts': ['rulesOf(other)', 'rulesOf(saved)'],
    'src/screens/shared/thread/Message.tsx': ['included'],
    'src/screens/shared/thread/Messages.tsx': ['unread?.unread'],
    'src/screens/shared/thread/useSeen.ts': ['useUnread()?.unread'],
    'src/screens/shared/titles.ts': ['all'],
    'src/server/audit/log.ts': ['included'],
    'src/server/exchange/csv.ts': ['r.titles', 'titles'],
    'src/server/rules/employee/ceiling.ts': ['before.rows', 'g.rows', 'given.rows'],
    'src/server/rules/paymentTransaction/gateway.ts': ['rules'],
    'src/server/security/rules.ts': ['rules'],
    'src/server/store/read/asOf.ts': ['included'],
    'src/server/store/read/listed.ts': ['titles'],
    'src/server/store/write/auditEntry.ts': ['change.after'],
    'src/server/timeline/assignments.ts': ['rules'],
    'src/server/timeline/tagging.ts': ['rules'],
    'src/server/timeline/timeline.ts': ['included'],
  },
  'a closed set of names, or a name that was looked for before': {
    'schemas/define/checkApprovals.ts': ['own'],
    'src/data/documents/changes.ts': ['data'],
    'src/data/documents/problems.ts': ['known'],
    'src/data/documents/reads.ts': ['(at as Record<string, unknown>)', 'held'],
    'src/data/events.ts': ['listeners'],
    'src/data/live/stream.ts': ['fields'],
    'src/data/problem.ts': ['body'],
    'src/engine/actions/ActionDialog.tsx': ['values'],
    'src/engine/composer/OpenComposer.tsx': ['filters'],
    'src/engine/detail/useRevealed.ts': ['{ [field]: _, ...values }'],
    'src/engine/exchange/entries.ts': ['entry'],
    'src/engine/fields/inputs/lazyInput.tsx': ['(await load())'],
    'src/engine/form/RecordForm.tsx': ['errors'],
    'src/engine/form/rules.ts': ['at'],
    'src/engine/form/values.ts': ['values', 'x', 'y'],
    'src/engine/list/OwnChips.tsx': ['list.search'],
    'src/engine/list/bulkSelection.ts': ['at'],
    'src/engine/list/layouts/Board.tsx': ['list.search'],
    'src/engine/list/layouts/BoardCard.tsx': ['row'],
    'src/engine/list/layouts/Calendar.tsx': ['next'],
    'src/engine/list/layouts/groupSearch.ts': ['list.search'],
    'src/engine/list/layouts/GroupTable.tsx': ['of.sums'],
    'src/engine/list/layouts/Order.tsx': ['drag?.thing.members', 'members'],
    'src/engine/list/layouts/PivotTable.tsx': ['group.sums'],
    'src/engine/list/layouts/sums.ts': ['values'],
    'src/engine/list/layouts/useBoard.ts': ['row'],
    'src/engine/list/layouts/useDayRows.ts': ['row'],
    'src/engine/routes.ts': ['out'],
    'src/model/compact.ts': ['small', 'usual'],
    'src/model/documents/query.ts': ['RANGE'],
    'src/model/notices.ts': ['(value as Readonly<Record<string, unknown>>)'],
    'src/model/openapi/collections.ts': ['paths'],
    'src/model/validation.ts': ['merged', 'shape'],
    'src/model/viewParts.ts': ['given'],
    'src/screens/auth/useSubmit.ts': ['missing'],
    'src/server/accounts/operator.ts': ['kept?.value'],
    'src/server/config.ts': ['env'],
    'src/server/firebase/call.ts': ['(body as Readonly<Record<string, unknown>>)'],
    'src/server/metrics/rollups/keep.ts': ['found'],
    'src/server/payments/page.ts': ['escapes'],
    'src/server/portal/page.ts': ['escapes'],
    'src/server/rules/customer/timeline.ts': ['sources'],
    'src/server/store/write/cut.ts': ['{ [origin]: resource }'],
    'src/server/store/write/gate.ts': ['values'],
    'src/ui/i18n.ts': ['texts', 'values'],
  },
  'a list, by position': {
    'src/server/rules/hotel/occupancy.ts': ['taken'],
    'src/screens/dashboard/Chart.tsx': ['before'],
    'src/engine/fields/inputs/rows/pasted.ts': ['found'],
    'src/engine/form/values.ts': ['b'],
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
  functions: new Set(all.flatMap(({ functions }) => [...functions])),
})

test('no plain object is indexed by an external name without own()', () => {
  const types = tableTypesOf(sources)
  const known = merged(sources.map(({ file, code }) => tablesOf(file, code, types)))
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
    lookupsOf(file, code, known, types)
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
  [
    'an alias of an alias',
    'type A = Record<string, 1>; type B = A | null; export const f = (t: B, n: string) => t?.[n]',
    't?.[n]',
  ],
  [
    'an intersection',
    'type R = Readonly<Record<string, 1>> & { id: 1 }; export const f = (t: R, n: string) => t[n]',
    't[n]',
  ],
  [
    'an index signature',
    'export const f = (t: { readonly [name: string]: 1 }, n: string) => t[n]',
    't[n]',
  ],
  [
    'an interface with an index signature',
    'interface T { [name: string]: 1 } export const f = (t: T, n: string) => t[n]',
    't[n]',
  ],
  [
    'an interface that extends a table',
    'interface T extends Record<string, 1> {} export const f = (t: T, n: string) => t[n]',
    't[n]',
  ],
  [
    'what a function returns',
    'const g = (): Record<string, 1> => ({}); export const f = (n: string) => g()[n]',
    'g()[n]',
  ],
  [
    'what a function promises, kept first',
    'const g = async (): Promise<Record<string, 1>> => ({}); export const f = async (n: string) => { const t = await g(); return t[n] }',
    't[n]',
  ],
  [
    'a taken member of any name',
    'export const f = (t: object, n: string) => { const { [n]: v } = t; return v }',
    '{ [n]: v }',
  ],
  ['the operator in', 'export const f = (t: object, n: string) => n in t', 'n in t'],
])('finds a lookup by an arbitrary name: %s', (_name, code, text) => {
  expect(lookupsOf('x.ts', code, tablesOf('x.ts', code)).map((l) => l.text)).toEqual([text])
})

test('finds a lookup in a constant imported from another file', () => {
  const known = tablesOf('a.ts', 'export const labels: Readonly<Record<string, string>> = {}')
  const code = "import { labels as l } from './a.ts'; export const f = (n: string) => l[n]"
  expect(lookupsOf('b.ts', code, known)).toHaveLength(1)
})

test('ignores literals, closed sets and lists', () => {
  const code =
    "type K = 'a' | 'b'; const t: Record<K, 1> = { a: 1, b: 1 }; export const f = (k: K, l: string[], i: number) => [t[k], l[i], t['a']]"
  expect(lookupsOf('x.ts', code, tablesOf('x.ts', code))).toEqual([])
})
