/** Groups of an aggregate with their sums. Pure. */
import type { AggregateResponse } from '#data/queries.ts'
import type { Json } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'

/** A sum in one currency (minor units), or a plain number without one. */
export interface Sum {
  readonly amount: number
  readonly currency: string | undefined
}
export interface Group {
  readonly value: Json
  readonly count: number
  /** By measure, such as `sum:total`. */
  readonly sums: Readonly<Record<string, readonly Sum[]>>
}

const sumOf = (value: Json | undefined): Sum | undefined => {
  if (typeof value === 'number') return { amount: value, currency: undefined }
  return typeof value === 'object' && value !== null && 'amount' in value
    ? { amount: Number(value.amount), currency: String(value.currency) }
    : undefined
}

type Rows = AggregateResponse['data']

/**
 * A measure of several rows, by currency. Averages count as often as their rows have records: the
 * server has a row for each currency, also of other amounts.
 */
const measured = (rows: Rows, key: string): Sum[] => {
  const average = key.startsWith('avg:')
  const out = new Map<string | undefined, { amount: number; count: number }>()
  for (const { values } of rows) {
    const one = sumOf(values[key])
    if (!one) continue
    const records = Number(values.count ?? 0)
    const { amount, count } = out.get(one.currency) ?? { amount: 0, count: 0 }
    out.set(one.currency, {
      amount: amount + one.amount * (average ? records : 1),
      count: count + records,
    })
  }
  return [...out].map(([currency, { amount, count }]) => ({
    amount: average ? amount / count : amount,
    currency,
  }))
}

/**
 * One group per value of `by`, or all rows as one group without it: the server returns one per
 * currency too. `measures` are keys such as `sum:total`. Largest first.
 */
export const mergedGroups = (
  rows: AggregateResponse['data'],
  by: string | undefined,
  measures: readonly string[],
): Group[] => {
  const groups = new Map<Json, Rows[number][]>()
  for (const row of rows) {
    const value = by === undefined ? null : (own(row.group, by) ?? null)
    groups.set(value, [...(groups.get(value) ?? []), row])
  }
  return [...groups]
    .map(([value, some]) => ({
      value,
      count: some.reduce((all, { values }) => all + Number(values.count ?? 0), 0),
      sums: Object.fromEntries(measures.map((key) => [key, measured(some, key)])),
    }))
    .sort((a, b) => b.count - a.count)
}

/** Groups of two fields: their rows and columns, largest first, and the group of each cell. */
export interface Pivot {
  readonly rows: readonly Group[]
  readonly columns: readonly Group[]
  readonly at: (row: Json, column: Json) => Group | undefined
}

/** Groups by two fields as a table. The sums of rows and columns are those of their cells. */
export const pivotOf = (
  data: AggregateResponse['data'],
  by: string,
  across: string,
  measures: readonly string[],
): Pivot => {
  const cells = new Map<Json, Map<Json, Group>>()
  const columns = [...new Set(data.map(({ group }) => group[across] ?? null))]
  for (const column of columns) {
    const own = data.filter(({ group }) => (group[across] ?? null) === column)
    cells.set(column, new Map(mergedGroups(own, by, measures).map((g) => [g.value, g])))
  }
  return {
    rows: mergedGroups(data, by, measures),
    columns: mergedGroups(data, across, measures),
    at: (row, column) => cells.get(column)?.get(row),
  }
}

/** The server sends at most this many cells, and reads at most this many values of a condition. */
const MOST_CELLS = 1000
const MOST_VALUES = 200
const MOST_COLUMNS = 50

const currenciesOf = (groups: readonly Group[]): number =>
  new Set(
    groups.flatMap(({ sums }) => Object.values(sums).flatMap((s) => s.map((x) => x.currency))),
  ).size

/** The largest groups of two fields, so few that the server sends the cells of all of them. */
export const largestOf = (rows: readonly Group[], columns: readonly Group[]) => {
  const across = columns.slice(0, MOST_COLUMNS)
  const each = across.length * Math.max(currenciesOf([...rows, ...columns]), 1)
  const down = rows.slice(0, Math.min(MOST_VALUES, Math.max(Math.floor(MOST_CELLS / each), 1)))
  return {
    rows: down,
    columns: across,
    lessRows: down.length < rows.length,
    lessColumns: across.length < columns.length,
  }
}
