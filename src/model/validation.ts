/**
 * Validates bodies, on the server before each write and in the browser's form as people type. Pure:
 * the same result on both sides.
 */
import { say } from './message.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { z } from '#schemas/define/zod.ts'
import { describeField, unwrap, type FieldModel } from '#schemas/define/describe.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { isMaskText } from './masked.ts'
import { issueProblem, problemsOf, unstorable, type FieldProblem } from './validationMessages.ts'

export type { FieldProblem } from './validationMessages.ts'

export type WriteMode = 'create' | 'patch'
/** Values by field name, as in the API; `null` = empty. */
export type Values = Record<string, unknown>
export type Validated =
  | { readonly ok: true; readonly value: Values }
  | { readonly ok: false; readonly errors: readonly FieldProblem[] }

export interface ValidateOptions {
  readonly mode: WriteMode
  /** The current record; rules that compare fields see it merged with the body. */
  readonly current?: Readonly<Values>
  /**
   * Fields the caller may write; default: all writable ones. The others are treated like unknown
   * names.
   */
  readonly allowed?: ReadonlySet<string>
}

// Needed several times in each write, always with the same result.
const described = new WeakMap<AnyResource, readonly FieldModel[]>()
const fieldsOf = (resource: AnyResource): readonly FieldModel[] => {
  const known =
    described.get(resource) ??
    Object.entries(resource.shape.shape as Record<string, z.core.$ZodType>).map(([name, schema]) =>
      describeField(name, schema),
    )
  described.set(resource, known)
  return known
}

/**
 * Names allowed in a body: neither derived ones nor `state`; fields fixed at creation only when
 * creating.
 */
export const writableNames = (resource: AnyResource, mode: WriteMode): string[] =>
  fieldsOf(resource)
    .filter((f) => !f.derived && !(mode === 'patch' && f.immutable))
    .map((f) => f.name)

interface Outer {
  readonly inner: z.core.$ZodType
  readonly optional: boolean
  readonly hasDefault: boolean
}

const outerOf = (schema: z.core.$ZodType): Outer => {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type === 'default') return { ...outerOf(def.innerType), hasDefault: true }
  if (def.type === 'optional' || def.type === 'nullable') {
    return { ...outerOf(def.innerType), optional: true }
  }
  return { inner: schema, optional: false, hasDefault: false }
}

const memo = new WeakMap<AnyResource, Partial<Record<WriteMode, z.ZodObject>>>()

/**
 * Strict schema of a body: optional fields accept `null` (= empty), defaults apply on creation
 * only, and a patch may omit any field. Memoised.
 */
export const writeSchema = (resource: AnyResource, mode: WriteMode): z.ZodObject => {
  const known = memo.get(resource) ?? {}
  memo.set(resource, known)
  return (known[mode] ??= z.strictObject(
    Object.fromEntries(
      writableNames(resource, mode).map((name) => {
        const schema = resource.shape.shape[name] as z.ZodType
        const { inner, optional, hasDefault } = outerOf(schema)
        if (optional) return [name, z.nullish(inner as z.ZodType)]
        if (mode === 'patch') return [name, z.optional(inner as z.ZodType)]
        return [name, hasDefault ? schema : inner]
      }),
    ),
  ))
}

// Inside groups and child rows a cleared input is sent as null; there, empty is stored as absent.
const dropEmpty = (schema: z.core.$ZodType, value: unknown): unknown => {
  const { core } = unwrap(schema)
  const def = (core as z.core.$ZodTypes)._zod.def
  if (def.type === 'array' && Array.isArray(value)) {
    return value.map((item) => dropEmpty(def.element, item))
  }
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  if (def.type === 'union') {
    const kind = (value as Values).kind
    const option = def.options.find((o) =>
      (unwrap(o).core as z.ZodObject).shape?.kind?._zod.values?.has(kind as string),
    )
    return option ? dropEmpty(option, value) : value
  }
  if (def.type !== 'object') return value
  const shape = def.shape as Record<string, z.core.$ZodType>
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined
      if (!field) return [[key, inner]]
      return inner === null && outerOf(field).optional ? [] : [[key, dropEmpty(field, inner)]]
    }),
  )
}

const unknownName = (name: string): FieldProblem => ({
  path: name,
  code: 'unknown_name',
  message: 'There is no such field',
})
const yearZero = (fields: readonly FieldModel[], value: Readonly<Values>): FieldProblem[] =>
  fields
    .filter(
      (f) =>
        (f.kind === 'day' || f.kind === 'instant') &&
        typeof value[f.name] === 'string' &&
        (value[f.name] as string).startsWith('0000'),
    )
    .map((f) => ({ path: f.name, code: 'invalid_value', message: 'Choose a later year' }))

/** A mask is never a value: it was copied from a response. */
const masks = (fields: readonly FieldModel[], value: Values): FieldProblem[] =>
  fields
    .filter((f) => isMasked(f) && isMaskText(value[f.name]))
    .map((f) => ({ path: f.name, code: 'invalid_value', message: 'This is a mask, not a value' }))

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Fields whose `when` does not hold on a row. */
const inapplicable = (fields: readonly FieldModel[], row: Readonly<Values>): FieldModel[] =>
  fields.filter(({ when }) => when && !when.is.includes(row[when.field] as never))

/** A value that no form offers to enter, since another field says that it does not apply. */
const outOfPlace = (
  fields: readonly FieldModel[],
  given: Readonly<Values>,
  row: Readonly<Values>,
): FieldProblem[] =>
  inapplicable(fields, row)
    .filter((f) => !isEmpty(given[f.name]))
    .map((f) => ({
      path: f.name,
      code: 'not_applicable',
      message: say('This applies only to another “{{field}}”', {
        field: { label: fields.find((other) => other.name === f.when?.field)?.label ?? '' },
      }),
    }))

/** Empties fields whose condition no longer holds because of what the body changes. */
const emptied = (
  fields: readonly FieldModel[],
  value: Readonly<Values>,
  { current, allowed }: ValidateOptions,
): Values =>
  Object.fromEntries(
    inapplicable(fields, { ...current, ...value })
      .filter(
        (f) =>
          f.when &&
          Object.hasOwn(value, f.when.field) &&
          !Object.hasOwn(value, f.name) &&
          !isEmpty(current?.[f.name]) &&
          (allowed?.has(f.name) ?? true),
      )
      .map((f) => [f.name, null]),
  )

/**
 * Validates a whole body and reports all errors at once, with dotted paths (`roomTypes.2.code`).
 * The value has the fields of the body (and, on creation, defaults), unchanged, and empties fields
 * that no longer apply (`when`). `resource.check` runs on the merged row without the invalid fields.
 */
export const validate = (
  resource: AnyResource,
  body: unknown,
  options: ValidateOptions,
): Validated => {
  if (!body || typeof body !== 'object' || Array.isArray(body)) {
    return {
      ok: false,
      errors: [{ path: '', code: 'invalid_type', message: 'Send an object of fields' }],
    }
  }
  const schema = writeSchema(resource, options.mode)
  const known = (name: string): boolean =>
    Object.hasOwn(schema.shape, name) && (options.allowed?.has(name) ?? true)
  const errors: FieldProblem[] = Object.entries(body)
    .filter(([name, value]) => !known(name) && value !== undefined)
    .map(([name]) => unknownName(name))
  const fields = fieldsOf(resource)
  const given = Object.fromEntries(
    Object.entries(body)
      .filter(([name, value]) => known(name) && value !== undefined)
      .map(([name, value]) => [
        name,
        dropEmpty(
          resource.shape.shape[name],
          within(
            fields.find((f) => f.name === name),
            value,
          ),
        ),
      ]),
  )
  for (const problem of unstorable(given)) errors.push(problem)
  const parsed = schema.safeParse(given, { error: issueProblem, reportInput: true })
  if (!parsed.success) for (const problem of problemsOf(parsed.error, given)) errors.push(problem)
  errors.push(...yearZero(fields, given), ...masks(fields, given))
  const sent: Values = parsed.success ? parsed.data : given
  const value: Values = { ...sent, ...emptied(fields, sent, options) }
  errors.push(...outOfPlace(fields, value, { ...options.current, ...value }))
  const wrong = new Set(errors.map((e) => e.path.split('.')[0]))
  const merged: Values = { ...options.current, ...value }
  for (const name of wrong) delete merged[name ?? '']
  errors.push(...checkRow(resource, merged).filter((e) => !wrong.has(e.path.split('.')[0])))
  return errors.length ? { ok: false, errors: unique(errors) } : { ok: true, value }
}

/**
 * Validates values of derived fields, as imported with records of another system; `null` = empty.
 */
export const validateFacts = (resource: AnyResource, given: Readonly<Values>): Validated => {
  const fields = fieldsOf(resource).filter((f) => f.derived)
  const schema = z.strictObject(
    Object.fromEntries(
      fields.map(({ name }) => [
        name,
        z.nullish(outerOf(resource.shape.shape[name]).inner as z.ZodType),
      ]),
    ),
  )
  const errors = unstorable(given)
  const parsed = schema.safeParse(given, { error: issueProblem, reportInput: true })
  if (!parsed.success) errors.push(...problemsOf(parsed.error, given))
  errors.push(...yearZero(fields, given))
  return errors.length || !parsed.success
    ? { ok: false, errors: unique(errors) }
    : { ok: true, value: parsed.data }
}

/** The first error of each path; a body may contain a hundred thousand. */
const unique = (errors: readonly FieldProblem[]): FieldProblem[] => {
  const seen = new Set<string>()
  return errors.filter(({ path }) => !seen.has(path) && seen.add(path))
}

// A list that is too long is rejected as a whole: there is no need to validate its items.
const within = (field: FieldModel | undefined, value: unknown): unknown =>
  Array.isArray(value) && field?.max !== undefined && value.length > field.max
    ? value.slice(0, field.max + 1)
    : value

/** Runs a resource's rules that compare fields, on a whole row. */
export const checkRow = (resource: AnyResource, row: Readonly<Values>): FieldProblem[] => {
  const errors: FieldProblem[] = []
  resource.check?.(row as never, (path, message) => errors.push({ path, code: 'rule', message }))
  return errors
}

/**
 * Validates the input of an action in the same way; without a schema only an empty object (or
 * nothing) is valid.
 */
export const validateInput = (schema: z.ZodObject | undefined, body: unknown): Validated => {
  const given = body ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    return {
      ok: false,
      errors: [{ path: '', code: 'invalid_type', message: 'Send an object of fields' }],
    }
  }
  const shape = (schema?.shape ?? {}) as Record<string, z.core.$ZodType>
  const named = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  )
  const errors: FieldProblem[] = Object.keys(named)
    .filter((name) => !Object.hasOwn(shape, name))
    .map(unknownName)
  const known = Object.fromEntries(
    Object.entries(named)
      .filter(([name]) => Object.hasOwn(shape, name))
      .map(([name, value]) => [
        name,
        dropEmpty(shape[name]!, within(describeField(name, shape[name]!), value)),
      ]),
  )
  errors.push(...unstorable(known))
  const parsed = z.strictObject(shape).safeParse(known, { error: issueProblem, reportInput: true })
  if (!parsed.success) errors.push(...problemsOf(parsed.error, known))
  errors.push(
    ...yearZero(
      Object.entries(shape).map(([name, field]) => describeField(name, field)),
      known,
    ),
  )
  return errors.length || !parsed.success
    ? { ok: false, errors: unique(errors) }
    : { ok: true, value: parsed.data }
}
