import { standardFields } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'

const SHOWN = 4

/** A secret as answers show it: the last four characters of what is long enough to spare them. The reader masks alike. */
const masked = (secret: string): Json => ({
  masked: secret.length >= 2 * SHOWN ? `•••• ${secret.slice(-SHOWN)}` : '••••',
})

const shown = (field: FieldModel, value: Json | undefined): Json =>
  value === undefined || value === null
    ? null
    : field.kind === 'secret'
      ? masked(value as string)
      : value

/** What a caller sees of a record just written: the fields they may read, secrets as a mask. */
export const present = (
  resource: ResourceModel,
  record: RecordData,
  access: Access,
): RecordData => {
  const readable = access.readable(resource)
  const seen: Record<string, Json> = {}
  for (const f of standardFields)
    if (f.name !== 'deletedAt' || record.deletedAt !== null) seen[f.name] = shown(f, record[f.name])
  for (const f of resource.fields) if (readable.has(f.name)) seen[f.name] = shown(f, record[f.name])
  return seen as RecordData
}
