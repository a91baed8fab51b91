import type { Relation } from '#model/types.ts'
import { titleOpen, titleSql } from '../store/read/record.ts'
import {
  allowedBy,
  building,
  column,
  finish,
  liveRows,
  rowsFrom,
  run,
} from '../store/read/statement.ts'
import type { Asked, Source } from './sources.ts'

interface Row {
  readonly id: string
  readonly at: string
  readonly title: string | null
  readonly state: string | null
}

/**
 * Source of records of another collection that refer to this one, at their creation; undefined if
 * the caller may not read them or the reference.
 */
export const related = (asked: Asked, { collection, field }: Relation): Source | undefined => {
  const { db, model, id, access } = asked
  const target = model.resources.find((r) => r.collection === collection)
  const pointer = target?.fields.find((f) => f.name === field)
  const allowed = allowedBy(access)
  if (
    !target ||
    !pointer ||
    !access.can(`${target.entity}.read`) ||
    !allowed(target, pointer.name)
  ) {
    return undefined
  }
  return {
    name: `related:${collection}.${field}`,
    async read(after, limit) {
      const b = building(model, access)
      const state = target.states.length && allowed(target, 'state') ? 't."state"' : 'null'
      const title = titleSql(b, target, 't')
      const open = titleOpen(b, target, 't').join(' and ')
      const source = rowsFrom(b, target, 't')
      const mine = b.sql.add(id)
      const points =
        pointer.kind === 'refs'
          ? `${column('t', pointer)} @> array[${mine}]::uuid[]`
          : `${column('t', pointer)} = ${mine}::uuid`
      const where = [points, ...liveRows(b, target, 't', `${target.entity}.read`)]
      if (after !== null) where.push(`t.id < ${b.sql.add(after)}::uuid`)
      const shown = open ? `case when ${open} then ${title} end` : title
      const named = title === undefined ? 'null' : shown
      const text = `select t.id, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${named} as title, ${state} as state from ${source} where ${where.join(' and ')} order by t.id desc limit ${limit}`
      const rows = await run<Row>(db, finish(b, text))
      return rows.map((row) => ({ at: row.at, place: row.id, row }))
    },
    show: (found) =>
      Promise.resolve({
        entries: found.map(({ row, at }) => {
          const { id: of, title, state } = row as Row
          return {
            kind: 'related',
            id: `related:${of}`,
            at,
            collection,
            field,
            record: { id: of, title },
            state,
          }
        }),
        included: {},
      }),
  }
}
