import { describe, expect, test } from 'vitest'
import { changeOf, currencyOf, lineOf, mainOf } from './change.ts'
import { areaPath, bounds, linePath, scaleOf } from './plot.ts'
import { daysOf, readDashboardSearch, todayIn } from './range.ts'

describe('the date range of a dashboard', () => {
  const read = (raw: object) =>
    JSON.parse(JSON.stringify(readDashboardSearch(raw as never))) as unknown
  test('is read from the address; invalid ranges are dropped', () => {
    expect(read({ range: 'week' })).toEqual({ range: 'week' })
    expect(read({ from: '2026-03-01', to: '2026-03-31', range: 'week' })).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
    })
    for (const bad of [
      { range: 'month' },
      { range: 'decade' },
      { from: '2026-03-01' },
      { from: '2026-02-30', to: '2026-03-31' },
      { from: '2026-04-01', to: '2026-03-31' },
      { from: '2001-01-01', to: '2026-03-31' },
      { from: 3, to: [] },
    ]) {
      expect(read(bad)).toEqual({})
    }
  })
  test('ends today in the organisation’s time zone', () => {
    expect(daysOf({}, '2026-03-10')).toEqual({ from: '2026-02-09', to: '2026-03-10' })
    expect(daysOf({ range: 'today' }, '2026-03-10')).toEqual({
      from: '2026-03-10',
      to: '2026-03-10',
    })
    expect(daysOf({ range: 'year' }, '2026-03-10')).toEqual({
      from: '2025-03-11',
      to: '2026-03-10',
    })
    expect(todayIn('Pacific/Kiritimati', Date.parse('2026-03-10T12:00:00Z'))).toBe('2026-03-11')
  })
})

describe('a change from the previous period', () => {
  const eur = (amount: number) => [{ amount, currency: 'EUR' }]
  const change = (
    unit: 'count' | 'money' | 'share',
    good: 'more' | 'less' | null,
    value: never,
    previous: never,
  ) => changeOf({ unit, good, value, previous }, 'EUR')
  test('is better or worse depending on the metric', () => {
    expect(change('count', 'more', 12 as never, 10 as never)).toEqual({
      kind: 'more',
      by: 0.2,
      tone: 'better',
    })
    expect(change('count', 'less', 12 as never, 10 as never)).toEqual({
      kind: 'more',
      by: 0.2,
      tone: 'worse',
    })
    expect(change('count', null, 8 as never, 10 as never)).toEqual({
      kind: 'less',
      by: 0.2,
      tone: 'neutral',
    })
    expect(change('money', 'more', eur(50) as never, eur(-100) as never)).toEqual({
      kind: 'more',
      by: 1.5,
      tone: 'better',
    })
  })
  test('is a difference for shares, has no size after zero, and is undefined without a value', () => {
    expect(change('share', 'more', 0.5 as never, 0.4 as never)).toMatchObject({
      kind: 'more',
      tone: 'better',
    })
    expect(change('share', 'more', 0.5 as never, 0.4 as never)!.by).toBeCloseTo(0.1)
    expect(change('count', 'more', 3 as never, 0 as never)).toEqual({
      kind: 'more',
      by: undefined,
      tone: 'better',
    })
    expect(change('count', 'more', 0 as never, 0 as never)).toEqual({
      kind: 'same',
      by: 0,
      tone: 'neutral',
    })
    expect(change('share', 'more', null as never, 0.4 as never)).toBeUndefined()
  })
  test('uses the organisation’s currency, otherwise the first one', () => {
    const metric = {
      value: [{ amount: 9, currency: 'GBP' }],
      previous: [{ amount: 3, currency: 'EUR' }],
    }
    expect(currencyOf(metric, 'EUR')).toBe('EUR')
    expect(currencyOf(metric, 'USD')).toBe('GBP')
    expect(mainOf(metric.value, 'EUR')).toBe(0)
    expect(
      lineOf(
        [
          { currency: 'EUR', points: [1] },
          { currency: 'GBP', points: [2] },
        ],
        'GBP',
      ),
    ).toEqual([2])
    expect(lineOf([{ currency: null, points: [1] }], 'GBP')).toEqual([1])
  })
})

describe('a chart', () => {
  test('draws from edge to edge and leaves out future points', () => {
    expect(linePath([0, 5, 10], 0, 10)).toBe('M0.00 100.00L50.00 50.00L100.00 0.00')
    expect(linePath([10, null, null], 0, 10)).toBe('M0.00 0.00')
    expect(areaPath([0, 10, null], 0, 10)).toBe('M0.00 100.00L50.00 0.00L50.00 100L0.00 100Z')
    expect(linePath([3], 0, 3)).toBe('M0 0.00H100')
    expect(areaPath([], 0, 3)).toBe('')
  })
  test('has an axis from zero, or lower for negative values', () => {
    expect(bounds([3, null, 7])).toEqual([0, 7])
    expect(bounds([-4, 7], [9])).toEqual([-4, 9])
  })
  test('has an axis with whole-number steps that covers the largest value', () => {
    for (let n = 0; n < 3000; n = n < 40 ? n + 1 : Math.ceil(n * 1.07)) {
      const { top, parts } = scaleOf(n)
      expect(top, String(n)).toBeGreaterThanOrEqual(n)
      expect(Number.isInteger(top / parts), `${n}: ${top} in ${parts}`).toBe(true)
    }
  })
})
