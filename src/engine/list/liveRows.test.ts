import { describe, expect, test } from 'vitest'
import { holdRows } from './liveRows.ts'

const row = (id: string, version = 1) => ({ id, version })
const noticed = (created: string[] = [], gone: string[] = []) => ({
  created: new Set(created),
  gone: new Set(gone),
})
const shown = [row('a'), row('b'), row('c')]

describe('rows during live changes', () => {
  test('update in place and report which changed', () => {
    expect(holdRows(shown, [row('c'), row('a', 2), row('b')], noticed())).toEqual({
      rows: [row('a', 2), row('b'), row('c')],
      fresh: 0,
      changed: ['a'],
    })
  })
  test('keep their place when records are created, even if those push the last row to the next page', () => {
    expect(holdRows(shown, [row('n'), row('a'), row('b')], noticed(['n']))).toEqual({
      rows: shown,
      fresh: 1,
      changed: [],
    })
  })
  test('disappear when their record is deleted', () => {
    expect(holdRows(shown, [row('n'), row('a'), row('c')], noticed(['n'], ['b'])).rows).toEqual([
      row('a'),
      row('c'),
    ])
    expect(holdRows(shown, [row('a'), row('c'), row('d')], noticed([], ['b']))).toEqual({
      rows: [row('a'), row('c'), row('d')],
      fresh: 0,
      changed: [],
    })
  })
})
