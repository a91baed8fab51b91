import type { FieldModel, Json } from '#model/types.ts'
import { serverKinds } from '../../kinds/index.ts'
import type { ExportRow } from '../csv.ts'
import type { Readers } from './readers.ts'

/** One value as a person reads it; fields of a group are joined, child rows one a line. */
export const cellOf = (
  field: FieldModel,
  value: Json | undefined,
  titles: ExportRow['titles'],
  { language, zone, keys, ids }: Readers,
): string => {
  const written = { language, zone, keys, titles, exact: ids }
  const of = (part: FieldModel, inner: Json | undefined): string =>
    inner === null || inner === undefined
      ? ''
      : serverKinds[part.kind].write(part, inner, written, of)
  return of(field, value)
}
