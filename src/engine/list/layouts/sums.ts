/** Groups of an aggregate with their sums. Pure. */
import type { AggregateAnswer } from '#data/queries.ts'
import type { Json } from '#model/types.ts'

/** A sum in one currency (minor units), or a plain number without one. */
export interface Sum {
  readonly amount: number
  readonly currency: string | undefined
}
export interface Group {
  readonly value: Json
  readonly count: number
  readonly sums: Readonly<Record<string, readonly Sum[]>>
}

const sumOf = (value: Json | undefined): Sum | undefined => {
  if (typeof value === 'number') return { amount: value, currency: undefined }
  return typeof value === 'object' && value !== null && 'amount' in value
    ? { amount: Number(value.amount), currency: String(value.currency) }
    : undefined
}

const added = (sums: readonly Sum[], more: readonly Sum[]): Sum[] => {
  const out = new Map(sums.map((s) => [s.currency, s.amount]))
  for (const { amount, currency } of more) out.set(currency, (out.get(currency) ?? 0) + amount)
  return [...out].map(([currency, amount]) => ({ amount, currency }))
}

const joined = (a: Group, b: Group): Group => ({
  value: a.value,
  count: a.count + b.count,
  sums: Object.fromEntries(
    Object.keys(a.sums).map((f) => [f, added(a.sums[f] ?? [], b.sums[f] ?? [])]),
  ),
})

/** One group per value: the server returns one per currency too. Largest first. */
export const mergedGroups = (
  rows: AggregateAnswer['data'],
  by: string,
  fields: readonly string[],
): Group[] => {
  const out = new Map<Json, Group>()
  for (const { group, values } of rows) {
    const value = group[by] ?? null
    const one: Group = {
      value,
      count: Number(values.count ?? 0),
      sums: Object.fromEntries(fields.map((f) => [f, [sumOf(values[`sum:${f}`]) ?? []].flat()])),
    }
    const known = out.get(value)
    out.set(value, known ? joined(known, one) : one)
  }
  return [...out.values()].sort((a, b) => b.count - a.count)
}

/** All groups together. */
export const totalsOf = (groups: readonly Group[]): Pick<Group, 'count' | 'sums'> =>
  groups.reduce<Group>(
    (sum, g) =>
      sum.count === 0 && !Object.keys(sum.sums).length ? { ...g, value: null } : joined(sum, g),
    { value: null, count: 0, sums: {} },
  )
