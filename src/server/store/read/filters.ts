/** Filters and search as SQL conditions. */
import { say } from '#model/message.ts'
import { usesOf, type Operator } from '#schemas/define/kinds.ts'
import { tagForm } from '#schemas/define/tagForm.ts'
import { snake } from '#model/columns.ts'
import { resolvePath } from '#model/filterUrl.ts'
import { fold, SEARCH_SEPARATOR } from '#model/fold.ts'
import { holdsPeople, withCaller } from '#model/people.ts'
import type { Condition, Filter } from '#model/query.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { followedField, isRef } from '#model/standard.ts'
import { Problem } from '../../base/problem.ts'
import { comparedFields, pastRows } from './pastRows.ts'
import { blindPart } from '../../secrets/vault.ts'
import { vaultOf } from '../../secrets/vaults.ts'
import {
  allowedBy,
  amountColumn,
  column,
  currencyColumn,
  rowsFrom,
  liveRows,
  literal,
  openOn,
  SEPARATOR,
  storageOf,
  typeOf,
  unknownName,
  type Building,
} from './statement.ts'

const COMPARE: Partial<Record<Operator, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const comparison = (
  b: Building,
  field: FieldModel,
  at: string,
  op: Operator,
  value: Json,
): string => {
  const type = typeOf(storageOf(field))
  const one = (v: Json) => `${b.sql.add(v)}::${type}`
  // Choices appear in the text as constants: there are few, and the planner then knows how rare
  // each is.
  const choice = (v: Json): string =>
    field.options?.some((o) => o.value === v) ? literal(String(v)) : one(v)
  const list = () => (field.options ? `(${(value as Json[]).map(choice).join(', ')})` : undefined)
  switch (op) {
    case 'eq':
      return `${at} = ${choice(value)}`
    case 'ne':
      return `${at} is distinct from ${choice(value)}`
    case 'in':
      return list() ? `${at} in ${list()}` : `${at} = any(${b.sql.add(value)}::${type}[])`
    case 'notIn':
      return list()
        ? `(${at} in ${list()}) is not true`
        : `(${at} = any(${b.sql.add(value)}::${type}[])) is not true`
    case 'between':
      return `${at} between ${one((value as Json[])[0]!)} and ${one((value as Json[])[1]!)}`
    case 'isNull':
      return `${at} is ${value ? '' : 'not '}null`
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      b.volatile = true
      return `${at} ilike ${b.sql.add(`${op === 'startsWith' ? '' : '%'}${escapeLike(String(value))}${op === 'endsWith' ? '' : '%'}`)}`
    default:
      return `${at} ${COMPARE[op]!} ${one(value)}`
  }
}

const onMoney = (
  b: Building,
  field: FieldModel,
  alias: string,
  { op, value, currency = field.currency }: Condition,
): string => {
  const amount = amountColumn(alias, field)
  if (op === 'isNull') return comparison(b, field, amount, op, value)
  if (!currency) {
    throw new Problem(
      400,
      'currency_required',
      say('"{{field}}" can hold several currencies: name one.', { field: { label: field.label } }),
    )
  }
  const same = `${currencyColumn(alias, field)} = ${b.sql.add(currency)}`
  return op === 'ne'
    ? `(${same} and ${comparison(b, field, amount, 'eq', value)}) is not true`
    : `(${same} and ${comparison(b, field, amount, op, value)})`
}

const onSet = (b: Building, field: FieldModel, at: string, op: Operator, value: Json): string => {
  const type = storageOf(field)
  if (op === 'isNull') return `cardinality(coalesce(${at}, '{}')) ${value ? '=' : '>'} 0`
  const values = (op === 'has' ? [value] : value) as Json[]
  if (field.tagsOf !== undefined) return onTags(b, at, op, values.map(String))
  const list = `${b.sql.add(values)}::${type}`
  if (op === 'hasNone') return `(${at} && ${list}) is not true`
  return op === 'hasAny' ? `${at} && ${list}` : `${at} @> ${list}`
}

/** Any spelling finds a tag; the given one too, for tags stored before they had one form. */
const onTags = (b: Building, at: string, op: Operator, tags: readonly string[]): string => {
  const any = (list: readonly string[]) =>
    `${at} && ${b.sql.add([...new Set(list.flatMap((tag) => [tagForm(tag), tag]))])}::text[]`
  if (op === 'hasNone') return `(${any(tags)}) is not true`
  if (op === 'hasAny') return any(tags)
  const forms = [...new Set(tags.map(tagForm))]
  // One index condition where every tag is given in its form.
  if (tags.every((tag) => tag === tagForm(tag))) return `${at} @> ${b.sql.add(forms)}::text[]`
  return `(${tags.map((tag) => any([tag])).join(' and ')})`
}

/** Uses the blind index: the values themselves are encrypted, each differently. */
const onSecret = (
  b: Building,
  resource: ResourceModel,
  field: FieldModel,
  at: string,
  value: Json,
): string =>
  `${blindPart(at)} = any(${b.sql.add([...vaultOf(resource).blinds(resource.table, snake(field.name), String(value))])}::text[])`

/** Rows the caller follows; a caller who is not a person follows none. */
const onFollowed = (b: Building, resource: ResourceModel, alias: string, value: Json): string =>
  `${alias}.id ${value === true ? '' : 'not '}in (select record_id from record_followers where person_id = ${b.sql.add(b.access.actor.personId)}::uuid and entity = ${literal(resource.entity)})`

const onField = (
  b: Building,
  resource: ResourceModel,
  field: FieldModel,
  alias: string,
  condition: Condition,
): string => {
  if (field === followedField) return onFollowed(b, resource, alias, condition.value)
  const storage = storageOf(field)
  if (storage === 'money') return onMoney(b, field, alias, condition)
  const at = column(alias, field)
  if (field.kind === 'secret') return onSecret(b, resource, field, at, condition.value)
  const value = holdsPeople(b.model, field)
    ? withCaller(condition.value, b.access.actor.personId)
    : condition.value
  return storage === 'uuid[]' || storage === 'text[]'
    ? onSet(b, field, at, condition.op, value)
    : comparison(b, field, at, condition.op, value)
}

/**
 * The condition, limited to rows where the caller can read the field: a hidden value does not even
 * count as empty.
 */
const whereOpen = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  field: string,
  condition: string,
): string => {
  const open = openOn(b, resource, alias, field)
  return open === undefined ? condition : `(${open} and ${condition})`
}

const onPath = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  condition: Condition,
): string => {
  const name = condition.path.join('.')
  const steps = resolvePath(resource, b.model, condition.path, allowedBy(b.access))
  const last = steps?.at(-1)
  if (!steps || !last) throw unknownName(`filter[${name}]`, name)
  if (!usesOf(last.field).operators.includes(condition.op)) {
    const message = `"${last.field.label}" cannot be compared by "${condition.op}".`
    throw new Problem(400, 'unknown_operator', message, {
      errors: [{ path: `filter[${name}][${condition.op}]`, code: 'unknown_operator', message }],
    })
  }
  if (steps.length === 1) {
    return whereOpen(
      b,
      resource,
      alias,
      last.field.name,
      onField(b, resource, last.field, alias, condition),
    )
  }
  const field = steps[0]!.field
  if (!isRef(field)) throw unknownName(`filter[${name}]`, name)
  const inner = `${alias}f`
  const past = b.past !== undefined
  const source = past
    ? pastRows(b, last.resource, inner, {
        fields: comparedFields(last.resource, [last.field.name]),
      })
    : rowsFrom(b, last.resource, inner)
  const where = [
    ...(past ? [] : liveRows(b, last.resource, inner)),
    whereOpen(
      b,
      last.resource,
      inner,
      last.field.name,
      onField(b, last.resource, last.field, inner, condition),
    ),
  ].join(' and ')
  return field.kind === 'refs'
    ? `exists (select 1 from ${source} where ${inner}.id = any(${column(alias, field)}) and ${where})`
    : `${column(alias, field)} in (select ${inner}.id from ${source} where ${where})`
}

/** Conditions that the caller can read the filter's fields on a row. */
const opens = (b: Building, resource: ResourceModel, alias: string, filter: Filter): string[] => {
  if ('path' in filter) {
    const open = openOn(b, resource, alias, filter.path[0] ?? '')
    return open === undefined ? [] : [open]
  }
  if ('not' in filter) return opens(b, resource, alias, filter.not)
  const list = 'and' in filter ? filter.and : filter.or
  return [...new Set(list.flatMap((f) => opens(b, resource, alias, f)))]
}

/**
 * A filter as a condition on rows under `alias` of `rowsFrom`. A name the caller cannot read is a
 * 400, like an unknown one.
 */
export const filterSql = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  filter: Filter,
): string => {
  if ('path' in filter) return onPath(b, resource, alias, filter)
  if ('not' in filter) {
    const not = `(${filterSql(b, resource, alias, filter.not)}) is not true`
    const open = opens(b, resource, alias, filter.not)
    return open.length ? `(${[...open, not].join(' and ')})` : not
  }
  const [list, joint] = 'and' in filter ? [filter.and, ' and '] : [filter.or, ' or ']
  if (!list.length) return joint === ' and ' ? 'true' : 'false'
  return `(${list.map((f) => filterSql(b, resource, alias, f)).join(joint)})`
}

const MAX_WORDS = 10

/**
 * Every word of `text` must occur in the searched fields the caller can read; ignores case and
 * accents.
 */
export const searchSql = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  text: string,
): string[] => {
  const readable = b.access.readable(resource)
  const parts = resource.list.search.flatMap((name, i) => (readable.has(name) ? [i + 1] : []))
  const words = [
    ...new Set(fold(text).replaceAll(SEARCH_SEPARATOR, ' ').split(/\s+/).filter(Boolean)),
  ].slice(0, MAX_WORDS)
  if (!words.length) return []
  if (!parts.length) return ['false']
  b.volatile = true
  const all = parts.length === resource.list.search.length
  return words.map((word) => {
    const like = `like ${b.sql.add(`%${escapeLike(word)}%`)}`
    // Only callers who can read all fields use the index over all of them: for others, its timing
    // would reveal hits in the rest.
    return all
      ? `${alias}.search ${like}`
      : `(${parts.map((i) => `split_part(${alias}.search, ${SEPARATOR}, ${i}) ${like}`).join(' or ')})`
  })
}
