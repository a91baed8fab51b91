import { columnsOf } from '#model/columns.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { traits } from '#schemas/define/kinds.ts'
import type { Query } from '../database/query.ts'
import type { Access, SqlValues } from './types.ts'

const innerFields = (field: FieldModel): readonly FieldModel[] => [
  ...(field.fields ?? []),
  ...(field.variants ?? []).flatMap((v) => v.fields),
]

/**
 * Returns JSON shapes that a value of this field contains (`@>`) when it holds the file, at every
 * place a file may be.
 */
const patterns = (field: FieldModel, id: string): Json[] => {
  if (field.kind === 'image' || field.kind === 'file') return [id]
  if (field.kind === 'images' || field.kind === 'files') return [[{ file: id }]]
  const within = innerFields(field).flatMap((inner) =>
    patterns(inner, id).map((p): Json => ({ [inner.name]: p })),
  )
  return field.kind === 'rows' ? within.map((p) => [p]) : within
}

const conditions = (field: FieldModel, id: string, sql: SqlValues): string[] => {
  const column = `t."${columnsOf(field)[0]}"`
  if (field.kind === 'image' || field.kind === 'file') return [`${column} = ${sql.add(id)}::uuid`]
  if (traits(field.kind).storage !== 'jsonb') return []
  return patterns(field, id).map((p) => `${column} @> ${sql.add(JSON.stringify(p))}::jsonb`)
}

const values = (): SqlValues => {
  const list: unknown[] = []
  return { values: list, add: (value) => `$${list.push(value)}` }
}

const usedIn = async (
  query: Query,
  resource: ResourceModel,
  access: Access,
  id: string,
): Promise<boolean> => {
  const readable = access.readable(resource)
  const sql = values()
  const any = resource.fields
    .filter((f) => readable.has(f.name))
    .flatMap((field) => {
      const narrowed = access.narrowed(resource, 'read').find((g) => g.fields.has(field.name))
      return conditions(field, id, sql).map((c) =>
        narrowed ? `(${c} and (${narrowed.rows('t', sql)}))` : c,
      )
    })
  if (!any.length) return false
  const rows = access.rows(resource, 't', sql, 'read', `${resource.entity}.read`)
  const found = await query(
    `select 1 from "${resource.table}" t where (${any.join(' or ')}) and (${rows}) limit 1`,
    sql.values,
  )
  return found.rows.length > 0
}

/**
 * True when a record the caller may read shows the file in a field the caller may read. `first` is
 * the collection it was uploaded for, checked first.
 */
export const isUsedVisibly = async (
  query: Query,
  model: Model,
  access: Access,
  id: string,
  first: string | null,
): Promise<boolean> => {
  const order = [...model.resources].sort(
    (a, b) => Number(b.collection === first) - Number(a.collection === first),
  )
  for (const resource of order) {
    if (access.can(`${resource.entity}.read`) && (await usedIn(query, resource, access, id))) {
      return true
    }
  }
  return false
}

/** True for the caller's own upload, and for a file shown by a record they may read. */
export const isFileVisible = async (
  query: Query,
  model: Model,
  access: Access,
  file: {
    readonly id: string
    readonly created_by: string | null
    readonly collection: string | null
  },
): Promise<boolean> => {
  const own = access.actor.personId
  return (
    (own !== null && file.created_by === own) ||
    isUsedVisibly(query, model, access, file.id, file.collection)
  )
}
