import { expect, test } from 'vitest'
import type { Json, ResourceModel } from '#model/types.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { changesOf } from './changesOf.ts'

const book = toy('book', toyModel)
const marked: ResourceModel = {
  ...book,
  fields: book.fields.map((f) => {
    if (f.name === 'pages') return { ...f, derived: true, hidden: true }
    return f.name === 'code' ? { ...f, sensitive: true } : f
  }),
}
const names = (patch: Record<string, readonly [Json, Json]>) =>
  changesOf(marked, { patch }).map(([name]) => name)

test('leaves out values written again, internal fields and the mark of the trash', () => {
  expect(
    names({
      state: ['draft', 'published'],
      moods: [['odd'], ['odd']],
      genre: [null, null],
      pages: [1, 2],
      deletedAt: [null, '2026-01-01T00:00:00.000Z'],
      title: ['Lake', 'Sea'],
    }),
  ).toEqual(['title', 'state'])
})

test('keeps a masked field, whose masks are alike before and after', () => {
  const mask = { masked: '••• 1' }
  expect(names({ code: [mask, mask] })).toEqual(['code'])
})
