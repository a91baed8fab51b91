import { isMasked } from '#schemas/define/kinds.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { REDACTED } from '../store/write/auditEntry.ts'
import type { Shown } from './types.ts'

/** Names a transition takes besides its state: it has no fields of its own. */
const OF_TRANSITIONS: readonly FieldModel[] = [
  { name: 'reason', label: 'Reason', kind: 'longText', required: false },
]

const withoutSecrets = (fields: readonly FieldModel[], value: Json | undefined): Json => {
  if (value === null || value === undefined || typeof value !== 'object') return null
  if (Array.isArray(value)) return value.map((member) => withoutSecrets(fields, member))
  const of = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const field = of.get(name)
      return field ? [[name, withoutSecret(field, member)]] : []
    }),
  )
}

const withoutSecret = (field: FieldModel, value: Json | undefined): Json => {
  if (value === null || value === undefined) return null
  if (isMasked(field)) return REDACTED
  return field.fields && typeof value === 'object' ? withoutSecrets(field.fields, value) : value
}

/** Returns new values of a record as stored for review: of its fields, no secrets. */
export const storedValues = withoutSecrets

/** Returns the input of a transition or action as stored for review: declared names, no secrets. */
export const storedInput = (
  { actions }: ResourceModel,
  kind: 'transition' | 'action',
  name: string,
  input: Json,
): Json => {
  const declared =
    kind === 'transition' ? OF_TRANSITIONS : (actions.find((a) => a.name === name)?.fields ?? [])
  return withoutSecrets(declared, input)
}

/** Names of the input that are fields of the record: who may not read the field, sees no input. */
export const fieldsOfInput = ({ fields }: ResourceModel, { input }: Shown): string[] =>
  input !== null && typeof input === 'object' && !Array.isArray(input)
    ? fields.flatMap(({ name }) => (Object.hasOwn(input, name) ? [name] : []))
    : []

/** Returns the stored input without fields of the record that the reader may not read. */
export const inputFor = (
  resource: ResourceModel,
  shown: Shown,
  open: ReadonlySet<string>,
): Json => {
  const { input } = shown
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input ?? null
  const closed = new Set(fieldsOfInput(resource, shown).filter((name) => !open.has(name)))
  return Object.fromEntries(Object.entries(input).filter(([name]) => !closed.has(name)))
}
