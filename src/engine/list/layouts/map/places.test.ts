import { expect, test } from 'vitest'
import type { RecordData } from '#data/types.ts'
import { boundsOf, CLOSEST, marksOf, placeOf } from './places.ts'

const row = (id: string, place?: unknown) => ({ id, version: 1, place }) as RecordData
const lisbon = { lat: 38.72, lng: -9.14 }
const sintra = { lat: 38.8, lng: -9.38 }
const tokyo = { lat: 35.68, lng: 139.69 }
const world: [number, number, number, number] = [-180, -85, 180, 85]

test('a record has a place only with two numeric coordinates', () => {
  expect(placeOf(row('a', lisbon), 'place')).toEqual(lisbon)
  for (const other of [undefined, null, 'x', [1, 2], { lat: 1 }, { lat: '1', lng: '2' }]) {
    expect(placeOf(row('a', other), 'place')).toBeUndefined()
  }
})

test('the bounds enclose all places', () => {
  expect(boundsOf([lisbon, tokyo])).toEqual([-9.14, 35.68, 139.69, 38.72])
  expect(boundsOf([])).toBeUndefined()
})

test('clusters nearby records until the zoom separates them', () => {
  const marks = marksOf([row('a', lisbon), row('b', sintra), row('c', tokyo), row('d')], 'place')
  const far = marks.within(world, 2)
  expect(far.map(({ count, id }) => [count, id])).toEqual(
    expect.arrayContaining([
      [2, undefined],
      [1, 'c'],
    ]),
  )
  expect(far).toHaveLength(2)
  const group = far.find(({ count }) => count === 2)!.group!
  expect(marks.idsOf(group).sort()).toEqual(['a', 'b'])
  const apart = marks.zoomOf(group)
  expect(marks.within(world, apart).map(({ count }) => count)).toEqual([1, 1, 1])
  expect(marks.within(world, apart - 1)).toHaveLength(2)
})

test('keeps records at the same place clustered and leaves out records outside the view', () => {
  const marks = marksOf([row('a', lisbon), row('b', lisbon), row('c', tokyo)], 'place')
  const near = marks.within([-20, 30, 10, 50], CLOSEST - 1)
  expect(near.map(({ count }) => count)).toEqual([2])
  expect(marks.zoomOf(near[0]!.group!)).toBe(CLOSEST)
})
