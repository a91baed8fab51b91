import { expect, test } from 'vitest'
import { toy, toyModel } from '#tests/toy.ts'
import { detailPanels, panelsOf, provideDetailPanels, type DetailPanel } from './panels.ts'

const book = toy('book', toyModel)
const panel = (more: Partial<DetailPanel>): DetailPanel => ({
  collection: book.collection,
  key: 'x',
  place: 'tab',
  label: 'detail.details',
  permissions: [],
  component: () => null,
  ...more,
})

test('returns the panels of the collection for which the person has every permission', () => {
  const [open, shut, foreign] = [
    panel({ key: 'open', permissions: ['book.list'] }),
    panel({ key: 'shut', permissions: ['book.list', 'author.list'] }),
    panel({ collection: 'others' }),
  ]
  expect(panelsOf([open, shut, foreign], book, (key) => key === 'book.list')).toEqual([open])
  expect(panelsOf([open, shut, foreign], book, () => true)).toEqual([open, shut])
  expect(panelsOf([open], book, () => false)).toEqual([])
})

test('loads the panels once and retries only after a failure', async () => {
  let asked = 0
  provideDetailPanels(() =>
    ++asked === 1 ? Promise.reject(new Error('offline')) : Promise.resolve([]),
  )
  await expect(detailPanels()).rejects.toThrow('offline')
  expect(detailPanels()).toBe(detailPanels())
  expect(await detailPanels()).toEqual([])
  expect(asked).toBe(2)
})
