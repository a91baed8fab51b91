import { expect, test } from 'vitest'
import { retiredWords } from '../src/cli/house/words.ts'

test('no file contains a retired word', () => {
  expect(retiredWords().where).toEqual([])
})
