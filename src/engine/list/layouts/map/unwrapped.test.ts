import { expect, test } from 'vitest'
import { unwrapped } from './unwrapped.ts'

test('continues a line that crosses the antimeridian beyond 180°', () => {
  const line = [
    [170, 60],
    [-170, 62],
    [-175, 65],
    [175, 66],
    [170, 60],
  ]
  expect(unwrapped(line).map(([lng]) => lng)).toEqual([170, 190, 185, 175, 170])
  expect(unwrapped([...line].reverse()).map(([lng]) => lng)).toEqual([170, 175, 185, 190, 170])
})

test('leaves a line that does not cross the antimeridian unchanged', () => {
  const line = [
    [-180, 10],
    [-20, 12],
    [100, 12],
  ]
  expect(unwrapped(line)).toEqual(line)
  expect(unwrapped([])).toEqual([])
})

test('closes a ring around the pole along the pole', () => {
  const around = [
    [0, -70],
    [120, -72],
    [-120, -71],
    [0, -70],
  ]
  expect(unwrapped(around)).toEqual([
    [0, -70],
    [120, -72],
    [240, -71],
    [360, -70],
    [360, -90],
    [0, -90],
  ])
})
