import { describe, expect, test } from 'vitest'
import type { RecordData } from '#data/types.ts'
import { childrenOf, linesOf } from './branches.ts'
import { todayIn } from './days.ts'
import { addMonths, daysOfMonth, filledWeeks } from './months.ts'
import { draggedBy, lanesOf, takenOn, weekOf, weeksOf, type End } from './stays.ts'
import { rearranged, type Placed } from './positions.ts'

const limits = { min: 0, max: 99 }
const placed = (...positions: number[]): Placed[] =>
  positions.map((position, i) => ({ id: String.fromCharCode(97 + i), position }))
/** Ids in the order of their new positions, and how many were written. */
const after = (rows: readonly Placed[], from: number, to: number, bounds = limits) => {
  const changes = rearranged(rows, from, to, bounds)
  if (!changes) return undefined
  const position = new Map([...rows, ...changes].map((r) => [r.id, r.position]))
  const values = [...position.values()]
  expect(values.every((v) => v >= bounds.min && v <= bounds.max)).toBe(true)
  const wanted = rows.filter((_, i) => i !== from)
  wanted.splice(to, 0, rows[from]!)
  return {
    order: wanted.map((r) => r.id).join(''),
    rising: wanted.every(
      (r, i) => i === 0 || position.get(wanted[i - 1]!.id)! < position.get(r.id)!,
    ),
    writes: changes.length,
  }
}

describe('manual order', () => {
  test('writes only the moved row when there is a free position', () => {
    expect(after(placed(10, 20, 30, 40), 3, 1)).toEqual({ order: 'adbc', rising: true, writes: 1 })
    expect(after(placed(10, 20, 30), 0, 2)).toEqual({ order: 'bca', rising: true, writes: 1 })
    expect(after(placed(10, 20, 30), 2, 0)).toEqual({ order: 'cab', rising: true, writes: 1 })
  })
  test('shifts as few rows as possible when there is no free position', () => {
    expect(after(placed(1, 2, 3, 50, 60), 4, 1)).toMatchObject({
      order: 'aebcd',
      rising: true,
      writes: 2,
    })
    expect(after(placed(97, 98, 99), 0, 2)).toMatchObject({ rising: true })
  })
  test('spreads rows that share a position', () => {
    expect(after(placed(0, 0, 0), 2, 1)).toMatchObject({ order: 'acb' })
    const changes = rearranged(placed(0, 0, 0), 2, 0, limits)!
    expect(new Set([...placed(0, 0, 0), ...changes].map((r) => r.id)).size).toBe(3)
  })
  test('returns undefined when no positions are left, and no changes for a move to the same place', () => {
    expect(rearranged(placed(0, 1, 2), 2, 0, { min: 0, max: 1 })).toBeUndefined()
    expect(rearranged(placed(1, 2), 1, 1, limits)).toEqual([])
  })
  test('random moves always give the intended order', () => {
    for (let seed = 1; seed < 300; seed++) {
      const random = (n: number, salt: number) =>
        Math.floor((Math.abs(Math.sin(seed * 12.9898 + salt * 78.233) * 43_758.5453) % 1) * n)
      const values = [
        ...new Set(Array.from({ length: 2 + random(7, 1) }, (_, i) => random(100, i + 2))),
      ].sort((a, b) => a - b)
      if (values.length < 2) continue
      const from = random(values.length, 50)
      const to = random(values.length, 51)
      expect(
        after(placed(...values), from, to),
        `${values.join(' ')}: ${from} → ${to}`,
      ).toMatchObject({ rising: true })
    }
  })
})

describe('calendar dates', () => {
  test('handles leap years and month changes across years', () => {
    expect(daysOfMonth('2024-02')).toHaveLength(29)
    expect(daysOfMonth('2025-02').at(-1)).toBe('2025-02-28')
    expect(addMonths('2025-12', 1)).toBe('2026-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
  })
  test.for<[string, End | undefined, number, string, string]>([
    ['moves whole', undefined, -9, '2026-02-23', '2026-02-26'],
    ['ends later', 'until', 2, '2026-03-04', '2026-03-09'],
    ['keeps its last night from behind', 'until', -9, '2026-03-04', '2026-03-05'],
    ['ends on the last day shown', 'until', 99, '2026-03-04', '2026-03-31'],
    ['begins earlier', 'from', -1, '2026-03-03', '2026-03-07'],
    ['keeps its last night from the front', 'from', 9, '2026-03-06', '2026-03-07'],
    ['begins on the first day shown', 'from', -99, '2026-03-01', '2026-03-07'],
  ])('a dragged stay %s', ([, end, by, from, until]) => {
    const stay = { from: '2026-03-04', until: '2026-03-07' }
    expect(draggedBy(stay, end, by, daysOfMonth('2026-03'))).toEqual({ from, until })
  })
  test('numbers weeks by ISO 8601', () => {
    expect(weekOf('2026-01-01')).toBe(1)
    expect(weekOf('2027-01-01')).toBe(53)
    expect(weekOf('2024-12-30')).toBe(1)
    expect(weeksOf(daysOfMonth('2026-03')).map((w) => w.count)).toEqual([1, 7, 7, 7, 7, 2])
  })
  test('fills a month up to whole weeks that begin with the first weekday of a locale', () => {
    const edges = (month: string, first: number) => {
      const days = filledWeeks(month, first)
      return [days[0], days.at(-1), days.length]
    }
    expect(edges('2026-03', 1)).toEqual(['2026-02-23', '2026-04-05', 42])
    expect(edges('2026-03', 7)).toEqual(['2026-03-01', '2026-04-04', 35])
    expect(edges('2026-03', 6)).toEqual(['2026-02-28', '2026-04-03', 35])
    expect(edges('2027-02', 1)).toEqual(['2027-02-01', '2027-02-28', 28])
  })
  test('today depends on the time zone', () => {
    const now = new Date('2026-03-01T23:30:00Z')
    expect(todayIn('Asia/Tokyo', now)).toBe('2026-03-02')
    expect(todayIn('America/Lima', now)).toBe('2026-03-01')
  })
  const stay = (id: string, from: string, until: string, taken = 1) => ({ id, from, until, taken })
  test('does not count the departure night as taken', () => {
    expect(
      takenOn(
        [stay('a', '2026-03-01', '2026-03-03', 2), stay('b', '2026-03-03', '2026-03-04')],
        ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'],
      ),
    ).toEqual([2, 2, 1, 0])
  })
  test('puts overlapping stays in separate lanes and consecutive ones in the same lane', () => {
    const { lane, count } = lanesOf([
      stay('a', '2026-03-01', '2026-03-03'),
      stay('b', '2026-03-02', '2026-03-05'),
      stay('c', '2026-03-03', '2026-03-04'),
    ])
    expect(count).toBe(2)
    expect(lane.get('a')).toBe(lane.get('c'))
    expect(lane.get('b')).not.toBe(lane.get('a'))
  })
})

describe('tree rows', () => {
  const row = (id: string, up: string | null): RecordData => ({ id, version: 1, up })
  const shown = (rows: readonly RecordData[], isOpen = (_: string) => true) =>
    linesOf(childrenOf(rows, 'up'), isOpen).map((l) => `${l.row.id}${l.level}`)
  test('lists children below their parent, one level deeper, unless it is collapsed', () => {
    const rows = [row('a', null), row('b', 'a'), row('c', 'b'), row('d', null)]
    expect(shown(rows)).toEqual(['a1', 'b2', 'c3', 'd1'])
    expect(shown(rows, (id) => id !== 'b')).toEqual(['a1', 'b2', 'd1'])
    expect(linesOf(childrenOf(rows, 'up'), () => true).map((l) => l.open)).toEqual([
      true,
      true,
      undefined,
      undefined,
    ])
  })
  test('keeps rows whose parent is missing and rows that form a cycle', () => {
    expect(shown([row('b', 'gone')])).toEqual(['b1'])
    expect(
      shown([row('a', 'b'), row('b', 'a'), row('c', 'b')])
        .map((l) => l[0])
        .sort(),
    ).toEqual(['a', 'b', 'c'])
  })
})
