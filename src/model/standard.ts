import type { FieldModel, ResourceModel } from './types.ts'

/** Fields every record has. `deletedAt` is set while a record is in the trash. */
export const standardFields: readonly FieldModel[] = [
  { name: 'id', label: 'Id', kind: 'id', required: false, derived: true },
  { name: 'version', label: 'Version', kind: 'int', required: false, derived: true },
  { name: 'createdAt', label: 'Created', kind: 'instant', required: false, derived: true },
  { name: 'createdBy', label: 'Created by', kind: 'id', required: false, derived: true },
  { name: 'updatedAt', label: 'Changed', kind: 'instant', required: false, derived: true },
  { name: 'updatedBy', label: 'Changed by', kind: 'id', required: false, derived: true },
  { name: 'deletedAt', label: 'Deleted', kind: 'instant', required: false, derived: true },
]

/**
 * Filters only, of every record: whether the caller follows it. Not a field of responses,
 * and needs no permission but to read the record.
 */
export const followedField: FieldModel = {
  name: 'followed',
  label: 'Followed by me',
  kind: 'boolean',
  required: false,
  derived: true,
}

const standard = new Map(standardFields.map((f) => [f.name, f]))

/** Field of a resource by name, standard fields included. */
export const fieldOf = (
  resource: Pick<ResourceModel, 'fields'>,
  name: string,
): FieldModel | undefined => resource.fields.find((f) => f.name === name) ?? standard.get(name)

/** True for fields without a permission key: every caller who may read the record reads them. */
export const isStandard = (name: string): boolean => standard.has(name)

/** True for a field that refers to one record or several of one collection. */
export const isRef = (field: FieldModel): field is FieldModel & { readonly ref: string } =>
  field.ref !== undefined && (field.kind === 'ref' || field.kind === 'refs')
