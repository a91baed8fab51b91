import { expect, test } from 'vitest'
import { decoded, encoded, typedName, withName } from './mentions.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'

test('an @ at the start of a word begins a mention', () => {
  expect(typedName('ask @Ad', 7)).toBe('Ad')
  expect(typedName('ask @', 5)).toBe('')
  expect(typedName('ada@example', 11)).toBeUndefined()
  expect(typedName('ask @Ada then', 13)).toBeUndefined()
  expect(withName('ask @Ad now', 7, 'Ada Lovelace')).toBe('ask @Ada Lovelace  now')
})

test('encodes chosen names as ids, longest first, and decodes them back to names', () => {
  const chosen = new Map([
    ['Ada', ID],
    ['Ada Lovelace', OTHER],
  ])
  const sent = encoded('@Ada Lovelace and @Ada', chosen)
  expect(sent).toBe(`@[${OTHER}] and @[${ID}]`)
  const people = { [ID]: { id: ID, title: 'Ada' }, [OTHER]: { id: OTHER, title: 'Ada Lovelace' } }
  expect(decoded(sent, people)).toEqual({ text: '@Ada Lovelace and @Ada', chosen })
  expect(decoded(sent, {}).text).toBe(sent)
})
