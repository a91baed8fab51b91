/** Validation of a role's row rules: every part must be valid, or the rule would match nothing. */
import { say, type Said } from '#model/message.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { isRowWord } from '#schemas/define/rowWords.ts'
import { isMasked, traits } from '#schemas/define/kinds.ts'
import { MAX_VALUES, parseScalar } from '#model/filterValue.ts'
import { holdsPeople } from '#model/people.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import type { FieldProblem } from '../../base/problem.ts'

/** Maximum references in a path before its field. */
const MAX_HOPS = 3

const problem = (path: string, code: string, message: Said): FieldProblem => ({
  path,
  code,
  message,
})

type End = { readonly field: FieldModel } | { readonly wrong: Said }

/** The field a path ends at, or a sentence when it is invalid. */
const endOf = (model: Model, resource: ResourceModel, path: string): End => {
  const names = path.split('.')
  if (names.length > MAX_HOPS + 1) return { wrong: 'A rule follows at most three references.' }
  let at = resource
  for (const [i, name] of names.entries()) {
    const field = fieldOf(at, name)
    if (!field) {
      return {
        wrong: say('{{one}} has no field “{{name}}”.', { one: { label: at.label.one }, name }),
      }
    }
    if (i === names.length - 1) return { field }
    const next = model.resources.find((r) => r.collection === field.ref)
    if (!next || (field.kind !== 'ref' && field.kind !== 'refs')) {
      return { wrong: say('“{{name}}” leads to no other record.', { name }) }
    }
    at = next
  }
  return { wrong: 'Name a field.' }
}

const wrongValue = (model: Model, field: FieldModel, value: unknown): Said | undefined => {
  const { storage } = traits(field.kind)
  if (storage === 'jsonb' || storage === 'money' || isMasked(field)) {
    return 'Rows cannot be chosen by this field.'
  }
  if (value === null) return undefined
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!values.length) return 'Choose at least one value.'
  if (values.length > MAX_VALUES) {
    return say('A rule lists at most {{n}} values.', { n: MAX_VALUES })
  }
  const people = holdsPeople(model, field)
  const fits = (v: unknown): boolean =>
    (people && isRowWord(v)) ||
    ((typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean') &&
      parseScalar(field, 'eq', String(v)) !== undefined)
  return values.every(fits)
    ? undefined
    : say('“{{field}}” cannot hold this value.', { field: { label: field.label } })
}

/** Errors of the row rules, each at its place: `grants.rows.<entity>.<field>`. */
export const wrongRows = (model: Model, rows: Grants['rows']): FieldProblem[] =>
  Object.entries(rows ?? {}).flatMap(([entity, rule]) => {
    const at = `grants.rows.${entity}`
    const resource = model.resources.find((r) => r.entity === entity)
    if (!resource) return [problem(at, 'unknown_name', 'There is no such entity.')]
    const conditions =
      typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? Object.entries(rule) : []
    if (!conditions.length) {
      return [
        problem(
          at,
          'required',
          'A row rule has at least one condition; without a rule all rows are seen.',
        ),
      ]
    }
    return conditions.flatMap(([path, value]) => {
      const end = endOf(model, resource, path)
      if ('wrong' in end) return [problem(`${at}.${path}`, 'unknown_name', end.wrong)]
      const wrong = wrongValue(model, end.field, value)
      return wrong ? [problem(`${at}.${path}`, 'invalid', wrong)] : []
    })
  })
