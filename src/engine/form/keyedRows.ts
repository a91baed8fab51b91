/**
 * Child rows as a form holds them: an object of rows in their order, whose keys stay when rows move.
 * The path of a field then never changes (`lines.r4.title`), so that a move or a removal renders no
 * other row, and errors stay with their rows. Values from outside are plain lists until they are
 * drawn.
 */
import { own } from '#schemas/define/own.ts'
import type { FieldModel, Json } from '#model/types.ts'

export type KeyedRows = Readonly<Record<string, Json>>

/** Child rows of a form's value as a list, as the API has them. */
export const rowsIn = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? (value as Json[]) : Object.values((value ?? {}) as KeyedRows)

/** Values of a form to keep outside it: child rows are lists. */
export const plainValues = (
  fields: readonly FieldModel[],
  values: Readonly<Record<string, Json>>,
): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields.some((f) => f.name === name && f.kind === 'rows') ? [...rowsIn(value)] : value,
    ]),
  )

/** The path in the form of one in the API: `lines.1.unit` is `lines.r4.unit`. */
export const keyedPath = (path: string, values: unknown): string => {
  let at = values
  return path
    .split('.')
    .map((part) => {
      const list = at !== null && typeof at === 'object' && !Array.isArray(at) && /^\d+$/.test(part)
      const key = list ? (Object.keys(at as KeyedRows)[Number(part)] ?? part) : part
      at = own((at ?? {}) as KeyedRows, key)
      return key
    })
    .join('.')
}
