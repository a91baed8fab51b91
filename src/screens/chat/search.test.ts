import { expect, test } from 'vitest'
import { listFilter } from './filter.ts'
import { readChatSearch } from './search.ts'

const all = () => true

test('drops invalid search parameters', () => {
  expect(
    readChatSearch({
      conversation: 'x',
      who: 'mine',
      state: 'sleeping',
      kind: 'order',
      unread: 'yes',
      q: '  ',
    }),
  ).toEqual({
    conversation: undefined,
    who: 'mine',
    state: undefined,
    kind: 'order',
    unread: undefined,
    q: undefined,
  })
})
test('shows open and pending conversations by default', () => {
  expect(listFilter({}, 'me', all)).toEqual({
    path: ['state'],
    op: 'in',
    value: ['open', 'pending'],
  })
  expect(listFilter({ state: 'any' }, 'me', all)).toBeUndefined()
})
test('searches by name only where the person may read it', () => {
  const paths = (can: (key: string) => boolean) =>
    JSON.stringify(listFilter({ state: 'any', q: 'ana' }, 'me', can))
  expect(paths(all)).toContain('displayName')
  expect(paths((key) => key !== 'vendor.field.displayName.read')).not.toContain('displayName')
  expect(paths(() => false)).toContain('subject')
})
test('the unread filter lists unread ids and the open conversation', () => {
  expect(
    listFilter({ state: 'any', unread: '1', conversation: 'a' }, 'me', all, ['b', 'a']),
  ).toEqual({ path: ['id'], op: 'in', value: ['a', 'b'] })
})
