/** Fields available to a row rule: those of the entity and of its references. Pure. */
import { isMasked, traits } from '#schemas/define/kinds.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import { standardFields } from '#model/standard.ts'
import { latinNumber } from '#ui/digits.ts'
import { label } from '#ui/i18n.ts'

export interface RowField {
  readonly path: string
  readonly label: string
  readonly field: FieldModel
}

const usable = (field: FieldModel): boolean => {
  const { storage, operators } = traits(field.kind)
  return (
    (storage !== 'jsonb' && storage !== 'money' && !isMasked(field) && operators.length > 1) ||
    field.kind === 'boolean'
  )
}

const creator = standardFields.find((f) => f.name === 'createdBy')!

/** In the order of the entity, then who created the record; `vendor.kind` is labelled `Vendor › Kind`. */
export const rowFieldsOf = (model: Model, resource: ResourceModel): readonly RowField[] => [
  ...resource.fields
    .filter(usable)
    .map((field) => ({ path: field.name, label: label(field.label), field })),
  { path: creator.name, label: label(creator.label), field: creator },
  ...resource.fields
    .filter((f) => f.kind === 'ref')
    .flatMap((via) => {
      const target = model.resources.find((r) => r.collection === via.ref)
      return (target?.fields ?? []).filter(usable).map((field) => ({
        path: `${via.name}.${field.name}`,
        label: `${label(via.label)} › ${label(field.label)}`,
        field,
      }))
    }),
]

/** Values of a condition as texts. */
export const textsOf = (value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).map(String)

/** Converts texts to the values a condition stores, by the kind of the field. */
export const valuesOf = (
  field: FieldModel,
  texts: readonly string[],
): readonly (string | number | boolean)[] => {
  const { storage } = traits(field.kind)
  return texts.map((text) => {
    if (storage === 'boolean') return text === 'true'
    const plain = latinNumber(text.trim())
    const isNumber = (storage === 'integer' || storage === 'double') && plain !== ''
    return isNumber && Number.isFinite(Number(plain)) ? Number(plain) : text
  })
}
