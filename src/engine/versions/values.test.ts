import { expect, test } from 'vitest'
import type { Revision } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { changedSince, differences, isRestorable, REMOVED, versionsOf } from './values.ts'

const book = toy('book', toyModel)
const record: RecordData = { id: 'b', version: 4, title: 'Sea', pages: 300, moods: ['odd'] }
const revision = (
  seq: number,
  version: number,
  patch: Record<string, readonly [Json, Json]>,
): Revision => ({
  revision: String(seq),
  at: `2026-01-0${seq}T00:00:00.000Z`,
  operationId: null,
  actor: { id: null, name: null },
  channel: 'api',
  version,
  action: version === 1 ? 'create' : 'update',
  reason: null,
  patch,
})
/** Newest first. */
const revisions = [
  revision(5, 4, { moods: [[], ['odd']] }),
  revision(4, 3, { title: ['Ocean', 'Sea'], pages: [200, 300] }),
  revision(3, 3, {}),
  revision(2, 2, { title: ['Lake', 'Ocean'] }),
  revision(1, 1, { title: [null, 'Lake'], pages: [null, 200], moods: [null, []] }),
]
const names = (from: string, to?: string) =>
  differences(book, record, revisions, from, to).map((d) => [d.field.name, d.before, d.after])

test('reconstructs each old value from the first later change', () => {
  expect(Object.fromEntries(changedSince(revisions, '1'))).toEqual({
    title: 'Lake',
    pages: 200,
    moods: [],
  })
  expect(Object.fromEntries(changedSince(revisions, '2'))).toEqual({
    title: 'Ocean',
    pages: 200,
    moods: [],
  })
  expect(Object.fromEntries(changedSince(revisions, '5'))).toEqual({})
})

test('compares a version with the current record, in schema order', () => {
  const order = book.fields.map((f) => f.name)
  const found = names('1')
  expect(found.map(([name]) => name)).toEqual(
    ['title', 'pages', 'moods'].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
  expect(found).toContainEqual(['title', 'Lake', 'Sea'])
})

test('leaves out computed fields that no page shows', () => {
  const internal = { ...toy('book', toyModel) }
  const fields = internal.fields.map((f) =>
    f.name === 'pages' ? { ...f, derived: true, hidden: true } : f,
  )
  const found = differences({ ...internal, fields }, record, revisions, '1', undefined)
  expect(found.map((d) => d.field.name)).not.toContain('pages')
})

test('compares two earlier versions without later changes', () => {
  expect(names('1', '2')).toEqual([['title', 'Lake', 'Ocean']])
  expect(names('4', '5')).toEqual([['moods', [], ['odd']]])
})

test('leaves out fields that returned to the same value', () => {
  const back = [revision(6, 5, { pages: [300, 200] }), ...revisions]
  expect(
    differences(book, { ...record, pages: 200 }, back, '2', undefined).map((d) => d.field.name),
  ).not.toContain('pages')
})

test('lists each version once, by its last revision', () => {
  expect(versionsOf(revisions).map((r) => r.revision)).toEqual(['5', '4', '2', '1'])
})

test('restores only writable values, and no state, secret, computed, immutable or removed value', () => {
  const field = book.fields.find((f) => f.name === 'title')!
  const may = { update: true, writeField: () => true }
  const can = (change: Partial<FieldModel>, before: Json = 'x', rights = may) =>
    isRestorable({ field: { ...field, ...change }, before }, rights)
  expect(can({})).toBe(true)
  expect(can({}, REMOVED)).toBe(false)
  expect(can({ kind: 'state' })).toBe(false)
  expect(can({ kind: 'secret' })).toBe(false)
  expect(can({ immutable: true })).toBe(false)
  expect(can({ derived: true } as Partial<FieldModel>)).toBe(false)
  expect(can({}, 'x', { ...may, update: false })).toBe(false)
  expect(can({}, 'x', { ...may, writeField: () => false })).toBe(false)
})
