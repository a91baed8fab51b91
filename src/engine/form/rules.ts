import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { isMasked } from '#schemas/define/kinds.ts'
import { serverMessage } from '../serverMessage.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { declarationsOf } from '#data/declarations.ts'
import { keyedPath } from './keyedRows.ts'
import { changedBody, createBody, type FormValues } from './values.ts'

/** An invalid value as reported by the server and the validation. */
interface Wrong {
  readonly path: string
  readonly message: string
}

/**
 * Nests `a.0.b` into the shape react-hook-form uses for errors; the message of a list or group goes
 * to `root`.
 */
export const nestErrors = (
  errors: readonly Wrong[],
  fields: readonly FieldModel[],
): FieldErrors => {
  const out: Record<string, unknown> = {}
  for (const { path, message } of errors) {
    const parts = path.split('.')
    // No field has such a name, and nesting it would reach into every object.
    if (parts.some((part) => Object.hasOwn(Object.prototype, part))) continue
    const grouped =
      parts.length === 1 &&
      ['rows', 'object', 'address', 'location'].includes(
        fields.find((f) => f.name === path)?.kind ?? '',
      )
    let at = out
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>
    const last = parts.at(-1) ?? ''
    const error = { type: 'rule', message }
    at[last] = grouped
      ? { ...(at[last] as object), root: error }
      : { ...(at[last] as object), ...error }
  }
  return out as FieldErrors
}

/**
 * Money and references of several types are one input with two parts: an error of either part
 * belongs to the input.
 */
export const shownPath = (resource: ResourceModel, path: string): string => {
  const parts = path.split('.')
  let fields: readonly FieldModel[] = resource.fields
  for (const [i, part] of parts.entries()) {
    if (/^\d+$/.test(part)) continue
    const field: FieldModel | undefined =
      fields.find((f) => f.name === part) ?? fieldOf(resource, part)
    if (!field) return path
    if (
      field.kind === 'money' ||
      field.kind === 'images' ||
      field.kind === 'files' ||
      field.kind === 'tags' ||
      field.kind === 'refs' ||
      field.kind === 'anyRef'
    ) {
      return parts.slice(0, i + 1).join('.')
    }
    fields = field.fields ?? field.variants?.flatMap((v) => v.fields) ?? []
  }
  return path
}

/** The row without masks: rules that compare fields see a masked one like one that is not readable. */
const unmasked = (
  resource: ResourceModel,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const masked = new Set(resource.fields.filter(isMasked).map((f) => f.name))
  return Object.fromEntries(Object.entries(row).filter(([name]) => !masked.has(name)))
}

/** The rules of the entities; undefined without a connection, if they are not here yet. */
export const loadRules = () =>
  Promise.all([declarationsOf(), import('#model/validation.ts')]).catch((error: unknown) => {
    if (navigator.onLine) throw error
    return undefined
  })

/**
 * Validates a form by the entity's own rules, with the same function as the server. `base` is
 * undefined for a new record; for an existing one only changes are checked, on the merged row.
 */
export const resolverOf =
  (
    resource: ResourceModel,
    fields: readonly FieldModel[],
    base: FormValues | undefined,
    row: Readonly<Record<string, unknown>> | undefined,
  ): Resolver<FieldValues> =>
  async (values) => {
    const rules = await loadRules()
    // Without a connection they may not be here yet; the server checks again in any case.
    if (!rules) return { values, errors: {} }
    const [declarations, { validate }] = rules
    const declaration = declarations[resource.entity]
    if (!declaration) throw new Error(`No rules are known for "${resource.entity}".`)
    const result = base
      ? validate(declaration, changedBody(fields, base, values), {
          mode: 'patch',
          current: unmasked(resource, row ?? base),
        })
      : validate(declaration, createBody(fields, values), { mode: 'create' })
    const wrong = result.ok
      ? []
      : result.errors.map((e) => ({
          path: keyedPath(shownPath(resource, e.path), values),
          message: serverMessage(e.message),
        }))
    return wrong.length > 0
      ? { values: {}, errors: nestErrors(wrong, fields) }
      : { values, errors: {} }
  }
