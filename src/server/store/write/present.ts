import { isStandard, standardFields } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'
import { REDACTED } from '../../audit/entry.ts'

/** What a caller sees of a record just written: the fields they may read, secrets as a mask. */
export const present = (resource: ResourceModel, record: RecordData, access: Access): RecordData => {
  const readable = access.readable(resource)
  const fields = [...standardFields, ...resource.fields].filter((f) => (isStandard(f.name) ? f.name !== 'deletedAt' || record.deletedAt !== null : readable.has(f.name)))
  return Object.fromEntries(fields.map((f) => [f.name, f.kind === 'secret' && record[f.name] !== null ? REDACTED : record[f.name] ?? null])) as RecordData
}
