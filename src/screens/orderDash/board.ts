/** Queries of the board: its columns and the conditions of its metrics. Pure. */
import type { AggregateResponse } from '#data/queries.ts'
import type { Filter, SortKey } from '#model/query.ts'
import { addUp, type Amount } from '../shared/money.ts'
import { ONGOING } from '../shared/orders.ts'

/** Filters of the board from the URL. */
export interface BoardSearch {
  readonly vendor?: string
  readonly search?: string
  readonly kind?: string
  /** Only ongoing orders past their due time. */
  readonly late?: true
}

const is = (
  field: string,
  op: 'eq' | 'in' | 'lt' | 'gte',
  value: string | readonly string[],
): Filter => ({ path: [field], op, value: value as string })
export const allOf = (...filters: readonly (Filter | undefined)[]): Filter => {
  const some = filters.filter((f) => f !== undefined)
  return some.length === 1 ? some[0]! : { and: some }
}

const narrow = ({ vendor, kind }: BoardSearch): (Filter | undefined)[] => [
  vendor ? is('vendor', 'eq', vendor) : undefined,
  kind ? is('kind', 'eq', kind) : undefined,
]
const overdue = (at: string): Filter[] => [is('state', 'in', [...ONGOING]), is('dueAt', 'lt', at)]
/** Orders of the board in every state, at an instant (ISO 8601); undefined means no filter. */
export const boardFilter = (search: BoardSearch, at: string): Filter | undefined => {
  const some = [...narrow(search), ...(search.late ? overdue(at) : [])].filter(
    (f) => f !== undefined,
  )
  return some.length ? allOf(...some) : undefined
}
export const columnFilter = (state: string, search: BoardSearch, at: string): Filter =>
  allOf(is('state', 'eq', state), boardFilter(search, at))
export const ongoingFilter = (search: BoardSearch = {}): Filter =>
  allOf(is('state', 'in', [...ONGOING]), ...narrow(search))
/** Ongoing orders past their due time at `at` (ISO 8601). */
export const lateFilter = (at: string, search: BoardSearch = {}): Filter =>
  allOf(...overdue(at), ...narrow(search))
/** An instant truncated to the minute, so that query keys stay the same between two ticks. */
export const minuteOf = (now: number): string => new Date(now - (now % 60_000)).toISOString()
/** Orders with an unpaid amount. */
export const unpaidFilter = (search: BoardSearch): Filter =>
  allOf(
    is('state', 'in', [...ONGOING, 'completed']),
    is('paymentState', 'in', ['none', 'partial']),
    ...narrow(search),
  )
/** Successful payments of a kind since `from`. */
export const paymentsFilter = (kind: string, from: string): Filter =>
  allOf(is('kind', 'eq', kind), is('state', 'eq', 'succeeded'), is('processedAt', 'gte', from))

/** Sort: open orders by due time, closed ones newest first. */
export const columnSort = (state: string): SortKey =>
  (ONGOING as readonly string[]).includes(state)
    ? { field: 'dueAt', descending: false }
    : { field: state === 'draft' ? 'createdAt' : 'updatedAt', descending: true }

/** Count and sums of a state. */
export interface ColumnTotal {
  readonly count: number
  readonly sums: readonly Amount[]
}
export const totalsByState = (response: AggregateResponse): ReadonlyMap<string, ColumnTotal> => {
  const states = [...new Set(response.data.map((d) => String(d.group.state)))]
  return new Map(
    states.map((state) => {
      const rows = response.data.filter((d) => d.group.state === state)
      return [
        state,
        {
          count: rows.reduce((sum, r) => sum + Number(r.values.count ?? 0), 0),
          sums: addUp(rows.map((r) => r.values['sum:total'])),
        },
      ]
    }),
  )
}

/** How an order compares with its due time. */
export interface Age {
  readonly kind: 'late' | 'soon' | 'due' | 'placed' | 'made'
  readonly ms: number
}
const SOON_MS = 24 * 3_600_000
/** Computed from the state of an order and its times (ISO 8601, if the person may read them). */
export const ageOf = (row: Readonly<Record<string, unknown>>, now: number): Age => {
  const at = (v: unknown): number | undefined => (typeof v === 'string' ? Date.parse(v) : undefined)
  const due = at(row.dueAt)
  if (due !== undefined && (ONGOING as readonly unknown[]).includes(row.state)) {
    return due < now
      ? { kind: 'late', ms: now - due }
      : { kind: due - now < SOON_MS ? 'soon' : 'due', ms: due - now }
  }
  const placed = at(row.placedAt)
  return placed === undefined
    ? { kind: 'made', ms: now - (at(row.createdAt) ?? now) }
    : { kind: 'placed', ms: now - placed }
}
