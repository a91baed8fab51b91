import { expect, test } from 'vitest'
import type { SavedMapping } from '#model/views.ts'
import { draftFrom, isEdited, savedFor, stateOf } from './savedMappings.ts'
import { emptyDraft } from './store.ts'

const mapping = { nulls: ['-'], fields: { title: 'Title', code: 'Code' } }
const saved = (id: string, columns: readonly string[], mine = true): SavedMapping => ({
  id,
  version: 1,
  kind: 'import',
  collection: 'books',
  path: '',
  name: id,
  state: { columns, mapping, upsertBy: 'code' },
  missing: 0,
  shared: !mine,
  mine,
  mayChange: mine,
  owner: { id: null, name: null },
  roles: [],
  defaultRoles: [],
  roleDefault: false,
})

test('picks the mapping saved for the same columns: own before shared, latest first', () => {
  const all = [
    saved('a', ['Code', 'Title']),
    saved('b', ['Title', 'Code']),
    saved('c', ['Title', 'Code', 'Price']),
    saved('d', ['Title', 'Code'], false),
  ]
  expect(savedFor(['Title', 'Code'], all)?.id).toBe('b')
  expect(savedFor(['Title', 'Code'], all.slice(2))?.id).toBe('d')
  expect(savedFor(['Title'], all)).toBeUndefined()
})

test('detects unsaved changes to a mapping, ignoring the order of its fields', () => {
  const one = saved('a', ['Title', 'Code'])
  const draft = { ...emptyDraft, ...draftFrom(one) }
  const { title, code } = mapping.fields
  expect(isEdited({ ...draft, mapping: { ...mapping, fields: { code, title } } }, one)).toBe(false)
  expect(isEdited({ ...draft, mapping: { ...mapping, nulls: [] } }, one)).toBe(true)
  expect(isEdited({ ...draft, upsertBy: '' }, one)).toBe(true)
  expect(isEdited({ ...draft, history: true }, one)).toBe(true)
  const head = { columns: ['Title', 'Code'], rows: [] }
  expect(stateOf({ ...draft, head } as never)).toEqual(one.state)
})
