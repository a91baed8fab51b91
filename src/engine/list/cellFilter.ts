/** The filter of a cell: only rows with its value. */
import { resolvePath } from '#model/filterUrl.ts'
import type { Condition, Filter } from '#model/query.ts'
import type { FieldModel, Json, Model } from '#model/types.ts'
import { dayIn, dayStart, nextDay } from '#model/zone.ts'
import type { RecordData } from '#data/types.ts'
import { usesOf } from '#schemas/define/kinds.ts'
import { own } from '#schemas/define/own.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import type { AnyListSearch } from '../listSearch.ts'
import { allResources } from '../resource.ts'
import type { ListSetup } from './useList.ts'

/** Kinds whose quick filter is one of a few values. */
const CHOICES: ReadonlySet<FieldModel['kind']> = new Set(['enum', 'state', 'ref', 'boolean'])

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && !value.length)

/** The condition that a value of a field fulfils; undefined if it cannot be compared. */
const conditionOfCell = (
  path: readonly string[],
  field: FieldModel,
  value: Json,
  zone: string,
): Condition | undefined => {
  const { operators } = usesOf(field)
  if (isEmpty(value)) {
    return operators.includes('isNull') ? { path, op: 'isNull', value: true } : undefined
  }
  if (field.kind === 'instant') {
    // Nobody looks for the same millisecond: the day.
    const day = dayIn(zone, String(value))
    const end = new Date(Date.parse(dayStart(nextDay(day), zone)) - 1).toISOString()
    return { path, op: 'between', value: [dayStart(day, zone), end] }
  }
  if (Array.isArray(value)) {
    return operators.includes('hasAll') ? { path, op: 'hasAll', value } : undefined
  }
  if (field.kind === 'money') {
    const { amount = 0, currency = '' } = value as { amount?: number; currency?: string }
    return { path, op: 'eq', value: amount, ...(field.currency ? {} : { currency }) }
  }
  return operators.includes('eq') && typeof value !== 'object'
    ? { path, op: 'eq', value }
    : undefined
}

const joined = (where: Filter | undefined, more: Condition): Filter => {
  if (!where) return more
  return { and: ['and' in where ? where.and : where, more].flat() }
}

/** What narrows a list to rows with the value of a cell; undefined if its field takes no filter. */
export const searchOfCell = (
  { resource, search, zone, allowed }: Pick<ListSetup, 'resource' | 'search' | 'zone' | 'allowed'>,
  row: RecordData,
  name: string,
  model: Model = { resources: allResources() },
): Partial<AnyListSearch> | undefined => {
  const path = name.split('.')
  const field = resolvePath(resource, model, path, allowed)?.at(-1)?.field
  const value = own(row, name) ?? null
  if (!field || field.kind === 'secret') return undefined
  if (CHOICES.has(field.kind) && resource.list.filters.includes(name) && !isEmpty(value)) {
    return { [name]: value as string | boolean }
  }
  const condition = conditionOfCell(path, field, value, zone)
  return condition && { where: joined(search.where, condition) }
}

/** Narrows a list to the rows with the value of a cell, or says that this column takes no filter. */
export const filterByCell = (
  list: Pick<ListSetup, 'resource' | 'search' | 'zone' | 'allowed' | 'setSearch'>,
  row: RecordData,
  name: string,
): void => {
  const search = searchOfCell(list, row, name)
  if (search) list.setSearch(search)
  else toast.info(t('list.noCellFilter'))
}
