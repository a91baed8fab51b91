import { isMasked } from '#schemas/define/kinds.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import { fieldOf, isStandard } from '#model/standard.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { maskAll } from '../store/mask.ts'
import { options } from '../store/read/options.ts'
import type { Queryable } from '../store/read/statement.ts'
import type { Tried } from './carryOut.ts'
import type { ReviewedPlan, TriedRow } from './types.ts'

const SHOWN = 100
const FIRST = 10

/** Returns titles by `entity/id` of the records that the caller may list. */
export const titlesOf = async (
  query: Query,
  model: Model,
  access: Access,
  records: readonly { readonly entity: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const titles = new Map<string, string>()
  const db: Queryable = { query: (statement) => query(statement) }
  for (const entity of new Set(records.map((r) => r.entity))) {
    const resource = model.resources.find((r) => r.entity === entity)
    if (!resource || !access.can(`${entity}.list`)) continue
    const ids = [...new Set(records.filter((r) => r.entity === entity).map((r) => r.id))]
    for (let at = 0; at < ids.length; at += 200) {
      const some = ids.slice(at, at + 200)
      const found = await options(db, model, resource, { ids: some, limit: 200 }, access)
      for (const { id, title } of found) titles.set(`${entity}/${id}`, title)
    }
  }
  return titles
}

/** Counts the refused rows by reason, most frequent first. */
export const reasonsOf = (rows: readonly TriedRow[]) => {
  const reasons = new Map<string, ReviewedPlan['reasons'][number]>()
  for (const { outcome, code, message, said } of rows) {
    if (outcome !== 'refused' || code === null) continue
    const known = reasons.get(`${code} ${message}`) ?? {
      code,
      message: message ?? '',
      said,
      count: 0,
    }
    reasons.set(`${code} ${message}`, { ...known, count: known.count + 1 })
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count).slice(0, 20)
}

/** Returns the visible part of a change: the fields the reader may read on every row. */
const visibleChanges = (
  resource: ResourceModel,
  access: Access,
  changes: Readonly<Record<string, readonly [Json, Json]>> | undefined,
) => {
  const readable = access.readable(resource)
  const closed = access.narrowed(resource, 'read')
  return Object.fromEntries(
    Object.entries(changes ?? {}).flatMap(([name, pair]): [string, readonly [Json, Json]][] => {
      const field = fieldOf(resource, name)
      return field &&
        (isStandard(name) || readable.has(name)) &&
        !closed.some((g) => g.fields.has(name))
        ? [[name, isMasked(field) ? [maskAll(pair[0]), maskAll(pair[1])] : pair]]
        : []
    }),
  )
}

/**
 * Returns a dry run as shown to its caller: counts, reasons, the first refusals and the first
 * changes.
 */
export const shownPlan = async (
  query: Query,
  model: Model,
  access: Access,
  { rows, counts, examined, estimate, changes }: Tried,
) => {
  const refusals = rows.filter((r) => r.outcome !== 'done' && r.outcome !== 'unchanged')
  const first = rows.filter((r) => r.outcome === 'done').slice(0, FIRST)
  const titles = await titlesOf(query, model, access, [...refusals.slice(0, SHOWN), ...first])
  const resourceOf = (entity: string) => model.resources.find((r) => r.entity === entity)
  return {
    counts,
    examined,
    estimate,
    reasons: reasonsOf(rows).map(({ said, ...reason }) => ({ ...reason, ...said })),
    refusals: refusals.slice(0, SHOWN).map((r) => ({
      collection: resourceOf(r.entity)?.collection ?? null,
      id: r.id,
      title: titles.get(`${r.entity}/${r.id}`) ?? null,
      outcome: r.outcome,
      path: r.path,
      code: r.code,
      message: r.message,
      ...r.said,
      ...(r.later === undefined ? {} : { later: r.later }),
    })),
    rows: first.flatMap((r) => {
      const resource = resourceOf(r.entity)
      if (!resource || !access.can(`${r.entity}.read`)) return []
      return [
        {
          collection: resource.collection,
          id: r.id,
          title: titles.get(`${r.entity}/${r.id}`) ?? null,
          changes: visibleChanges(resource, access, changes.get(r.id)),
        },
      ]
    }),
  }
}
