/** Which existing records can be attached to another record. Pure; the server decides again. */
import { own } from '#schemas/define/own.ts'
import { appConfig } from '#data/config.ts'
import type { RecordData } from '#data/types.ts'
import type { Condition, Filter } from '#model/query.ts'
import type { FieldModel, Relation, ResourceModel } from '#model/types.ts'
import { isEditable } from '../../list/editable.ts'
import type { ResourceRights } from '../../resource.ts'

/**
 * The field that attaching a record sets; undefined where the person may not set it, the schema
 * fixes it, or the records are kept in another database, which has no bulk changes.
 */
export const attachedBy = (
  target: ResourceModel,
  { field: name, many }: Relation,
  rights: Pick<ResourceRights, 'list' | 'update' | 'readField' | 'writeField'>,
): FieldModel | undefined => {
  const field = target.fields.find((f) => f.name === name)
  return field &&
    !many &&
    rights.list &&
    rights.readField(name) &&
    isEditable(target, { name, field }, rights) &&
    appConfig().documents?.[target.collection] === undefined
    ? field
    : undefined
}

/**
 * The records offered: those not attached yet, never the record itself, and only those that agree
 * with it where the field depends on another.
 */
export const offered = (field: FieldModel, record: RecordData): Filter => {
  const attached: Condition = { path: [field.name], op: 'eq', value: record.id }
  const itself: Condition = { path: ['id'], op: 'ne', value: record.id }
  const { dependsOn } = field
  const agreed = dependsOn && own(record, dependsOn.through)
  return {
    and: [
      { not: attached },
      itself,
      ...(dependsOn && typeof agreed === 'string'
        ? [{ path: [dependsOn.field], op: 'eq', value: agreed } as const]
        : []),
    ],
  }
}
