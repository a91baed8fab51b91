import { expect, test } from 'vitest'
import { listFilter } from './filter.ts'
import { readChatSearch } from './search.ts'

const all = () => true

test('what an address says wrong is left out', () => {
  expect(readChatSearch({ conversation: 'x', who: 'mine', state: 'sleeping', q: '  ' })).toEqual({ conversation: undefined, who: 'mine', state: undefined, q: undefined })
})
test('without a choice it asks for what somebody has to do with', () => {
  expect(listFilter({}, 'me', all)).toEqual({ path: ['state'], op: 'in', value: ['open', 'pending'] })
  expect(listFilter({ state: 'any' }, 'me', all)).toBeUndefined()
})
test('a search looks at names only where they may be read', () => {
  const paths = (can: (key: string) => boolean) => JSON.stringify(listFilter({ state: 'any', q: 'ana' }, 'me', can))
  expect(paths(all)).toContain('displayName')
  expect(paths((key) => key !== 'vendor.field.displayName.read')).not.toContain('displayName')
  expect(paths(() => false)).toContain('subject')
})
