/** Finds references in values: top-level, in groups and in child rows. */
import type { FieldModel, Json } from './types.ts'
import { isRef } from './standard.ts'

/** Value of a field of kind `anyRef`. */
export interface AnyRef {
  readonly type: string
  readonly id: string
}

/** The value of a field of kind `anyRef` as a reference. */
export const anyRefOf = (value: Json): AnyRef => value as unknown as AnyRef

/** One reference within a value; `path` is where a form shows its errors. */
export interface Pointer {
  readonly path: string
  readonly collection: string
  readonly id: string
}

type Values = Readonly<Record<string, Json | undefined>>

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const within = (fields: readonly FieldModel[], value: Json | undefined, path: string): Pointer[] =>
  isObject(value)
    ? fields.flatMap((f) => pointersOf(f, (value as Values)[f.name] ?? null, `${path}.${f.name}`))
    : []

/** Every reference in a field's value, at any depth; malformed values have none. */
export const pointersOf = (
  field: FieldModel,
  value: Json | undefined,
  path: string = field.name,
): Pointer[] => {
  switch (field.kind) {
    case 'ref':
      return field.ref && typeof value === 'string'
        ? [{ path, collection: field.ref, id: value }]
        : []
    case 'refs':
      return field.ref && Array.isArray(value)
        ? value.flatMap((id: Json, i) =>
            typeof id === 'string' ? [{ path: `${path}.${i}`, collection: field.ref!, id }] : [],
          )
        : []
    case 'anyRef':
      return isObject(value) && typeof value.type === 'string' && typeof value.id === 'string'
        ? [{ path, collection: value.type, id: value.id }]
        : []
    case 'rows':
      return Array.isArray(value)
        ? value.flatMap((row: Json, i) => within(field.fields ?? [], row, `${path}.${i}`))
        : []
    case 'object':
      return within(field.fields ?? [], value, path)
    case 'variant':
      return isObject(value)
        ? within(field.variants?.find((v) => v.value === value.kind)?.fields ?? [], value, path)
        : []
    default:
      return []
  }
}

/** Collections that a field's values may refer to, at any depth. */
export const collectionsOf = (field: FieldModel): string[] => [
  ...new Set([
    ...(isRef(field) ? [field.ref] : []),
    ...(field.kind === 'anyRef' ? (field.targets ?? []) : []),
    ...[...(field.fields ?? []), ...(field.variants ?? []).flatMap((v) => v.fields)].flatMap(
      collectionsOf,
    ),
  ]),
]
