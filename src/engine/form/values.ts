/** Form values, their changes, and the merge of two people's changes. Pure. */
import { maskIn } from '#model/masked.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { rowsIn } from './keyedRows.ts'

/** Form values by field: exactly the API's values, `null` where empty. */
export type FormValues = Record<string, Json>

/** Deep equality of JSON values; the order of an object's keys does not matter. */
export const same = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((v, i) => same(v, b[i] as Json))
    )
  }
  const x = a as Record<string, Json>
  const y = b as Record<string, Json>
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((k) =>
    same(x[k] ?? null, y[k] ?? null),
  )
}

/** The empty value an input of this kind starts with. */
export const emptyOf = (field: FieldModel): Json => {
  if (field.default !== undefined && field.default !== null) return field.default
  if (field.kind === 'boolean') return false
  return ['rows', 'refs', 'tags', 'enums', 'images', 'files'].includes(field.kind) ? [] : null
}

/** True when a field that depends on another (`when`) applies. */
export const applies = (field: FieldModel, values: FormValues): boolean =>
  !field.when || field.when.is.includes(values[field.when.field] as never)

/** Fields of a form in order: those of its sections that the person may write. */
export const formFields = (
  resource: ResourceModel,
  writable: (field: string) => boolean,
): FieldModel[] =>
  resource.form.sections
    .flatMap((s) => s.fields)
    .flatMap((name) => resource.fields.filter((f) => f.name === name && writable(name)))

// Characters that are not confused with one another on the phone.
const CLEAR = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const proposedCode = (prefix: string): string =>
  prefix +
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => CLEAR[b % CLEAR.length]).join('')

/** Values of a new record, including those given by a link or a duplicate. */
export const newValues = (fields: readonly FieldModel[], given: FormValues = {}): FormValues =>
  Object.fromEntries(
    fields.map((f) => [
      f.name,
      given[f.name] ?? (f.codePrefix ? proposedCode(f.codePrefix) : emptyOf(f)),
    ]),
  )

/**
 * Values of an existing record. A write-only secret starts empty; another masked value starts as its
 * mask, which means that it is unchanged and is never sent.
 */
export const recordValues = (
  fields: readonly FieldModel[],
  record: Readonly<Record<string, Json>>,
): FormValues =>
  Object.fromEntries(
    fields.map((f) => [
      f.name,
      f.kind === 'secret' ? null : (record[f.name] ?? emptyOf({ ...f, default: undefined })),
    ]),
  )

// The form library holds an untouched part as undefined.
const hasContent = (value: Json | undefined): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.values(value).some(hasContent)
    : value !== null && value !== undefined && value !== ''

/** True once a part of a group has content; a switch that is off does not count by itself. */
export const isBegun = (field: FieldModel, value: Json): boolean =>
  value !== null &&
  Object.entries(value as Record<string, Json>).some(
    ([k, v]) => v !== false && hasContent(v) && field.fields?.some((f) => f.name === k),
  )

/**
 * An entirely empty group becomes `null`, such as an untouched address. Empty optional parts are
 * left out.
 */
export const trimmed = (field: FieldModel, value: Json): Json => {
  if (maskIn(field, value) !== undefined) return value
  if (field.kind === 'rows') {
    return rowsIn(value).map((row) => trimGroup(field.fields ?? [], row))
  }
  if (field.kind === 'address' || field.kind === 'location' || field.kind === 'object') {
    return isBegun(field, value) ? trimGroup(field.fields ?? [], value) : null
  }
  if (field.kind === 'variant') {
    const of = field.variants?.find((v) => v.value === (value as { kind?: string } | null)?.kind)
    return of ? { kind: of.value, ...(trimGroup(of.fields, value) as object) } : null
  }
  // A type without an id refers to nothing.
  if (field.kind === 'anyRef') return (value as { id?: Json } | null)?.id ? value : null
  return value === '' ? null : value
}

const trimGroup = (fields: readonly FieldModel[], value: Json): Json =>
  Object.fromEntries(
    fields
      .map(
        (f) =>
          [f.name, trimmed(f, (value as Record<string, Json> | null)?.[f.name] ?? null)] as const,
      )
      .filter(([name, v]) => v !== null || fields.some((f) => f.name === name && f.required)),
  )

/** The body of a create request: fields that apply and are not empty. */
export const createBody = (fields: readonly FieldModel[], values: FormValues): FormValues =>
  Object.fromEntries(
    fields
      .filter((f) => applies(f, values))
      .map((f) => [f.name, trimmed(f, values[f.name] ?? null)] as const)
      .filter(([, v]) => v !== null),
  )

/**
 * The body of a save: changed fields only. Fields that no longer apply are cleared; an untouched
 * secret is omitted.
 */
export const changedBody = (
  fields: readonly FieldModel[],
  base: FormValues,
  values: FormValues,
): FormValues => {
  const now = (f: FieldModel) => {
    if (applies(f, values)) return trimmed(f, values[f.name] ?? null)
    return f.kind === 'secret' ? null : trimmed(f, emptyOf({ ...f, default: undefined }))
  }
  return Object.fromEntries(
    fields
      .map((f) => [f, now(f)] as const)
      .filter(([f, v]) => !same(v, trimmed(f, base[f.name] ?? null)))
      .map(([f, v]) => [f.name, v]),
  )
}

/** A field two people changed differently. */
export interface Clash {
  readonly field: FieldModel
  readonly base: Json
  readonly mine: Json
  readonly theirs: Json
}

/**
 * Three-way comparison after a stale save: `clashes` need a decision, everything else merges
 * automatically.
 */
export const clashes = (
  fields: readonly FieldModel[],
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): Clash[] =>
  fields
    .filter(
      (f) =>
        f.name in mine &&
        !same(trimmed(f, theirs[f.name] ?? null), trimmed(f, base[f.name] ?? null)) &&
        !same(mine[f.name] ?? null, trimmed(f, theirs[f.name] ?? null)),
    )
    .map((field) => ({
      field,
      base: base[field.name] ?? null,
      mine: mine[field.name] ?? null,
      theirs: theirs[field.name] ?? null,
    }))
