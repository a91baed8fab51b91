import { expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { actions } from '#schemas/define/permissions.ts'
import { resources } from '#schemas/index.ts'
import { showsNothing, tickedKeys } from './matrix.ts'

const hotel = compileModel(resources).resources.find((r) => r.entity === 'hotel')!
const line = {
  actions: Object.fromEntries(actions.map((a) => [a, `hotel.${a}`])) as never,
  fields: hotel.fields.slice(0, 3).map(({ name, label }) => ({
    name,
    label,
    read: `hotel.field.${name}.read`,
  })),
}
const reads = line.fields.map((f) => f.read)
const may = () => true

test('ticking List or Read also ticks the readable fields, unless some are already granted', () => {
  const none = { has: () => false, may }
  expect(tickedKeys(line, 'hotel.list', none)).toEqual(['hotel.list', ...reads])
  expect(tickedKeys(line, 'hotel.read', none)).toEqual(['hotel.read', ...reads])
  expect(tickedKeys(line, 'hotel.delete', none)).toEqual(['hotel.delete'])
  const one = { has: (key: string) => key === reads[1], may }
  expect(tickedKeys(line, 'hotel.read', one)).toEqual(['hotel.read'])
})

test('ticks only fields that the editor may grant', () => {
  const some = { has: () => false, may: (key: string) => key === reads[2] }
  expect(tickedKeys(line, 'hotel.read', some)).toEqual(['hotel.read', reads[2]])
})

test('warns about read access without any readable field', () => {
  const holding = (...keys: string[]) => showsNothing(line, (key) => keys.includes(key))
  expect(holding('hotel.read')).toBe(true)
  expect(holding('hotel.list', 'hotel.update')).toBe(true)
  expect(holding('hotel.read', reads[0]!)).toBe(false)
  expect(holding('hotel.update')).toBe(false)
})
