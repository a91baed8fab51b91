/** Wrong inner values, and the comparison of sent values with returned ones. */
import { tagForm } from '#schemas/define/tagForm.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { invalidValues } from '#tests/support/arbitrary.ts'

/** Another value of a unique field. */
export const renew = (field: FieldModel, id: string): string =>
  field.kind === 'email' ? `${id}@example.com` : id

/** A value in the form in which it is stored: the tags of records have one spelling each, once. */
export const stored = (resource: ResourceModel, name: string, value: Json): Json => {
  const field = resource.fields.find((f) => f.name === name)
  return Array.isArray(value) && (field?.tagsOf !== undefined || resource.taggable === name)
    ? [...new Set(value.map((tag) => tagForm(String(tag))))]
    : value
}

/**
 * True if the API returns what was sent: child rows may contain added defaults, instants have
 * milliseconds, empty and absent are equal.
 */
export const holds = (got: Json | undefined, sent: Json): boolean => {
  if (sent === null) return got === null || got === undefined
  if (Array.isArray(sent)) {
    return (
      Array.isArray(got) &&
      got.length === sent.length &&
      sent.every((v, i) => holds(got[i] as Json, v as Json))
    )
  }
  if (typeof sent === 'object') {
    return Object.entries(sent).every(([k, v]) =>
      holds((got as Record<string, Json> | null)?.[k], v as Json),
    )
  }
  return typeof sent === 'string' && /^\d{4}-\d\d-\d\dT/.test(sent)
    ? new Date(String(got)).getTime() === new Date(sent).getTime()
    : got === sent
}

const leaf = (field: FieldModel): FieldModel[] => [
  ...(field.fields ?? []),
  ...(field.variants ?? []).flatMap((v) => v.fields),
]

/** Bodies with a single invalid inner value of a field. */
export const innerWrong = (field: FieldModel): Json[] =>
  leaf(field).flatMap((inner) =>
    [...invalidValues(inner), null].map((wrong): Json => {
      const holder: Json = {
        ...(field.kind === 'variant' ? { kind: field.variants![0]!.value } : {}),
        [inner.name]: wrong,
        nope: 1,
      }
      return field.kind === 'rows' ? [holder] : holder
    }),
  )
