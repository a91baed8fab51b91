/** Which records point at a record, and what deleting it would do to them. */
import type { FieldModel, Model, Relation, ResourceModel } from '#model/types.ts'
import type { Access, SqlValues } from '../../permissions/types.ts'
import type { UsedBy, WhereUsed } from '../types.ts'
import { requireRecord } from './history.ts'
import { titleOpen, titleSql } from './record.ts'
import {
  allowedBy,
  building,
  column,
  finish,
  liveRows,
  rowsFrom,
  rowsOf,
  run,
  type ReadContext,
} from './statement.ts'

/** Records counted per relation; more are a lower bound. */
export const MAX_COUNTED = 1000
/** Records named per relation. */
export const NAMED = 5

interface Found {
  readonly id: string
  readonly title: string | null
  readonly count: number
}

/** The field of a relation, if the caller can read the records and that field of them. */
const readableField = (
  model: Model,
  access: Access,
  { collection, field }: Relation,
): { readonly source: ResourceModel; readonly pointer: FieldModel } | undefined => {
  const source = model.resources.find((r) => r.collection === collection)
  const pointer = source?.fields.find((f) => f.name === field)
  return source &&
    pointer &&
    access.can(`${source.entity}.read`) &&
    allowedBy(access)(source, pointer.name)
    ? { source, pointer }
    : undefined
}

interface Used extends ReadContext {
  readonly resource: ResourceModel
  /** Also finds records in the trash, which count for a permanent deletion. */
  readonly trashed: boolean
}

/**
 * Conditions about the records of a relation: `to` that their field (a column, of one or of several
 * ids) refers to the records in question, `out` that they are none of these themselves.
 */
type Targets = (sql: SqlValues) => {
  readonly to: (column: string, many: boolean) => string
  readonly out: string
}

const usedIn = async (
  { db, model, resource, access, trashed }: Used,
  targets: Targets,
): Promise<UsedBy[]> => {
  const used: UsedBy[] = []
  for (const relation of resource.referredBy) {
    const readable = readableField(model, access, relation)
    if (!readable) continue
    const { source, pointer } = readable
    const key = `${source.entity}.read`
    const b = building(model, access)
    const from = rowsFrom(b, source, 't')
    const { to, out } = targets(b.sql)
    const rows = trashed ? [rowsOf(b, source, 't', key)] : liveRows(b, source, 't', key)
    const title = titleSql(b, source, 't')
    const open = titleOpen(b, source, 't').join(' and ')
    const shown = open ? `case when ${open} then ${title} end` : title
    const points = to(column('t', pointer), pointer.kind === 'refs')
    const where = [points, out, ...rows].join(' and ')
    const text = `with u as materialized (select t.id, ${title === undefined ? 'null' : shown} as title from ${from} where ${where} limit ${MAX_COUNTED + 1})
select id, title, (select count(*) from u)::int as count from u order by id limit ${NAMED}`
    const found = await run<Found>(db, finish(b, text))
    const [first] = found
    if (!first) continue
    used.push({
      collection: source.collection,
      field: pointer.name,
      onDelete: pointer.onDelete === 'clear' ? 'clear' : 'refuse',
      count: Math.min(first.count, MAX_COUNTED),
      countIsExact: first.count <= MAX_COUNTED,
      records: found.map(({ id: of, title: name }) => ({ id: of, title: name })),
    })
  }
  return used
}

/**
 * Records that refer to this one, by relation, in the order of the model: one query each. Limited
 * to rows, references and titles that the caller can read; hidden rows are neither counted nor
 * hinted at. `trashed` also finds records in the trash, which count for a permanent deletion. 404
 * when the caller cannot read the record.
 */
export const whereUsed = async (
  context: ReadContext,
  resource: ResourceModel,
  id: string,
  { trashed = false }: { readonly trashed?: boolean } = {},
): Promise<WhereUsed> => {
  await requireRecord(context, resource, id)
  const data = await usedIn({ ...context, resource, trashed }, (sql) => {
    const mine = sql.add(id)
    return {
      to: (pointer, many) =>
        many ? `${pointer} @> array[${mine}]::uuid[]` : `${pointer} = ${mine}::uuid`,
      // A record that points at itself prevents nothing.
      out: `t.id <> ${mine}::uuid`,
    }
  })
  return { data }
}

/**
 * The same for all rows of a planned operation together, which the caller selected in a list. What
 * refers to one of them and is itself among them does not count.
 */
export const whereUsedByRows = (
  context: ReadContext,
  resource: ResourceModel,
  operation: string,
  { trashed = false }: { readonly trashed?: boolean } = {},
): Promise<readonly UsedBy[]> =>
  usedIn({ ...context, resource, trashed }, (sql) => {
    const entity = sql.add(resource.entity)
    const rows = `select r.record_id from operation_rows r where r.operation_id = ${sql.add(operation)}::uuid and r.entity = ${entity}::text`
    return {
      to: (pointer, many) =>
        many ? `exists (${rows} and r.record_id = any(${pointer}))` : `${pointer} in (${rows})`,
      out: `not t.id in (${rows})`,
    }
  })
