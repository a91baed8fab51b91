/** Conditions of Firestore rules for field values. */
import { currencyCodes } from '#schemas/define/currencies.ts'
import { traits } from '#schemas/define/kinds.ts'
import type { FieldModel } from '#model/types.ts'
import { ruleSafePattern } from '#model/documents/eligible.ts'

/** A string literal in the rules language. */
export const ruleText = (text: string): string =>
  `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`
/** A list of string literals in the rules language. */
export const ruleList = (texts: readonly string[]): string => `[${texts.map(ruleText).join(', ')}]`

/** Pattern of the id of a record, also in references. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const sizes = (at: string, { min, max }: FieldModel): string[] => [
  ...(min ? [`${at}.size() >= ${min}`] : []),
  ...(max === undefined ? [] : [`${at}.size() <= ${max}`]),
]
const bounds = (at: string, { min, max }: FieldModel): string[] => [
  ...(min === undefined ? [] : [`${at} >= ${min}`]),
  ...(max === undefined ? [] : [`${at} <= ${max}`]),
]
// `matches` compares the whole string, so the anchors of our patterns are redundant.
const pattern = (at: string, text: string): string =>
  `${at}.matches(${ruleText(text.replace(/^\^/, '').replace(/\$$/, ''))})`

const choices = (field: FieldModel): readonly string[] => field.options?.map((o) => o.value) ?? []

const map = (at: string, fields: readonly FieldModel[]): string[] => {
  const required = fields.filter((f) => f.required).map((f) => f.name)
  return [
    `${at} is map`,
    `${at}.keys().hasOnly(${ruleList(fields.map((f) => f.name))})`,
    ...(required.length ? [`${at}.keys().hasAll(${ruleList(required)})`] : []),
    ...fields.map((f) =>
      f.required
        ? all(conditions(`${at}.${f.name}`, f))
        : `(!('${f.name}' in ${at}) || ${all(conditions(`${at}.${f.name}`, f))})`,
    ),
  ]
}

const pointer = (at: string, targets: readonly string[]): string[] => [
  `${at} is map`,
  `${at}.keys().hasOnly(['type', 'id'])`,
  `${at}.keys().hasAll(['type', 'id'])`,
  `${at}.type in ${ruleList(targets)}`,
  `${at}.id is string`,
  pattern(`${at}.id`, UUID),
]

const all = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(' && ')})`

const conditions = (at: string, field: FieldModel): string[] => {
  switch (traits(field.kind).storage) {
    case 'integer':
      return [`${at} is int`, ...bounds(at, field)]
    case 'double':
      return [`${at} is number`, ...bounds(at, field)]
    case 'boolean':
      return [`${at} is bool`]
    case 'money': {
      const amount = field.fields?.find((f) => f.name === 'amount')
      return [
        `${at} is map`,
        `${at}.keys().hasOnly(['amount', 'currency'])`,
        `${at}.keys().hasAll(['amount', 'currency'])`,
        `${at}.amount is int`,
        ...(amount ? bounds(`${at}.amount`, amount) : []),
        ...(field.currency
          ? [`${at}.currency == ${ruleText(field.currency)}`]
          : [`${at}.currency is string`, pattern(`${at}.currency`, currencyCodes.join('|'))]),
      ]
    }
    case 'date':
      return [`${at} is string`, pattern(at, '[0-9]{4}-[0-9]{2}-[0-9]{2}')]
    case 'timestamptz':
      return [`${at} is timestamp`]
    case 'text[]':
    case 'uuid[]':
      return [
        `${at} is list`,
        ...(field.options ? [`${at}.hasOnly(${ruleList(choices(field))})`] : []),
        ...sizes(at, field),
      ]
    case 'uuid':
      return [`${at} is string`, pattern(at, UUID)]
    case 'jsonb':
      return field.targets ? pointer(at, field.targets) : map(at, field.fields ?? [])
    default:
      if (field.kind === 'enum') return [`${at} in ${ruleList(choices(field))}`]
      return [
        `${at} is string`,
        ...sizes(at, field),
        ...(field.pattern && ruleSafePattern(field.pattern) ? [pattern(at, field.pattern)] : []),
      ]
  }
}

/** Returns the condition for `at` to be a valid value of a field; an optional field may be null. */
export const fieldCondition = (at: string, field: FieldModel): string => {
  const whole = all(conditions(at, field))
  return field.required || field.default !== undefined ? whole : `(${at} == null || ${whole})`
}
