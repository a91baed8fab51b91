/** Ids that rows refer to, as SQL: references at the top level, in groups and in child rows. */
import type { FieldModel } from '#model/types.ts'
import { column, literal } from './statement.ts'

/** A select of ids of one collection. */
export interface Pointed {
  readonly collection: string
  readonly ids: string
}

/** Elements of a JSON list; none for any other value, which PostgreSQL would reject. */
const listAt = (at: string): string =>
  `jsonb_array_elements(case jsonb_typeof(${at}) when 'array' then ${at} else '[]'::jsonb end)`

const inJson = (
  field: FieldModel,
  at: string,
  from: string,
  where: string,
  depth: number,
): Pointed[] => {
  const parts = (
    fields: readonly FieldModel[],
    parent: string,
    source: string,
    only: string,
  ): Pointed[] =>
    fields.flatMap((f) => inJson(f, `(${parent}->${literal(f.name)})`, source, only, depth + 1))
  switch (field.kind) {
    case 'ref':
      return field.ref
        ? [{ collection: field.ref, ids: `select (${at}#>>'{}')::uuid from ${from}${where}` }]
        : []
    case 'refs':
      return field.ref
        ? [
            {
              collection: field.ref,
              ids: `select (e${depth}#>>'{}')::uuid from ${from}, ${listAt(at)} e${depth}${where}`,
            },
          ]
        : []
    case 'anyRef':
      return (field.targets ?? []).map((collection) => ({
        collection,
        ids: `select (${at}->>'id')::uuid from ${from}${where ? `${where} and` : ' where'} ${at}->>'type' = ${literal(collection)}`,
      }))
    case 'rows':
      return parts(field.fields ?? [], `e${depth}`, `${from}, ${listAt(at)} e${depth}`, where)
    case 'object':
      return parts(field.fields ?? [], at, from, where)
    case 'variant':
      return (field.variants ?? []).flatMap((v) =>
        parts(
          v.fields,
          at,
          from,
          `${where ? `${where} and` : ' where'} ${at}->>'kind' = ${literal(v.value)}`,
        ),
      )
    default:
      return []
  }
}

/**
 * The records that a field of the rows in `source` (a table expression with the resource's columns)
 * refers to.
 */
export const pointedSql = (field: FieldModel, source: string): Pointed[] => {
  const at = column('t', field)
  if (field.kind === 'ref') {
    return field.ref ? [{ collection: field.ref, ids: `select ${at} from ${source} t` }] : []
  }
  if (field.kind === 'refs') {
    return field.ref
      ? [{ collection: field.ref, ids: `select unnest(${at}) from ${source} t` }]
      : []
  }
  return inJson(field, at, `${source} t`, '', 0)
}
