import { isMasked } from '#schemas/define/kinds.ts'
import { standardFields } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { Query } from '../../database/query.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import type { Access } from '../../permissions/types.ts'
import { isMany } from '../read/record.ts'
import { maskOf } from '../mask.ts'
import type { RecordData } from '../types.ts'

const shown = (field: FieldModel, value: Json | undefined): Json => {
  if (value === undefined || value === null) return null
  return isMasked(field) ? maskOf(field, value) : value
}

/** A field that the caller can read on other records only, as the reader returns it: empty. */
const closed = (field: FieldModel): Json => (isMany(field) ? [] : null)

/**
 * A written record as the caller sees it: with readable fields only, and masks. Queries the
 * database when fields differ by row.
 */
export const present = async (
  query: Query,
  resource: ResourceModel,
  record: RecordData,
  access: Access,
): Promise<RecordData> => {
  const readable = access.readable(resource)
  const open = (await fieldsReadableOn(query, access, resource, [record.id]))(record.id)
  const seen: Record<string, Json> = {}
  for (const f of standardFields) {
    if (f.name !== 'deletedAt' || record.deletedAt !== null) seen[f.name] = shown(f, record[f.name])
  }
  for (const f of resource.fields) {
    if (readable.has(f.name)) seen[f.name] = open.has(f.name) ? shown(f, record[f.name]) : closed(f)
  }
  return seen as RecordData
}
