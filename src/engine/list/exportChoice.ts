/** What to export of a list, and the request for it. Pure. */
import { childPlaces, type ChildPlace, type ExportFormat } from '#model/exportForms.ts'
import type { Filter, ListQuery } from '#model/query.ts'
import { MAX_VALUES } from '#model/filterValue.ts'
import { isStandard } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import type { Language } from '#ui/i18n.ts'
import { rowsOf } from './bulkSelection.ts'
import { exportParams } from './exportList.ts'
import type { List } from './useList.ts'

/** Files to choose from: for people, or with exact values for programs and import. */
export const exportFiles = ['xlsx', 'csv', 'exact'] as const
export type ExportFile = (typeof exportFiles)[number]
export type ExportRows = 'selected' | 'matching' | 'all'
/** Where child rows are placed, or that they are left out. */
export type Children = 'none' | ChildPlace

/** The places that a file has for child rows. */
export const placesIn = (file: ExportFile): readonly Children[] => [
  'none',
  ...(file === 'exact' ? (['cell'] as const) : childPlaces[file]),
]

/** What a person chose in the dialog. */
export interface ExportChoice {
  readonly file: ExportFile
  readonly rows: ExportRows
  /** Names of fields, without child rows. */
  readonly columns: readonly string[]
  /** Names and codes instead of labels. */
  readonly keys: boolean
  readonly ids: boolean
  readonly children: Children
}

/** The parts of a list that its export depends on. */
export type ExportedList = Pick<
  List,
  'resource' | 'query' | 'zone' | 'matching' | 'selection' | 'trashed' | 'allowed'
>

/** Fields that may be exported, child rows apart. */
export const exportable = ({
  resource,
  allowed,
}: Pick<ExportedList, 'resource' | 'allowed'>): {
  readonly columns: readonly FieldModel[]
  readonly children: readonly FieldModel[]
} => {
  const fields = resource.fields.filter((f) => !isStandard(f.name) && allowed(resource, f.name))
  return {
    columns: fields.filter((f) => f.kind !== 'rows'),
    children: fields.filter((f) => f.kind === 'rows'),
  }
}

/** Names as they were chosen, in the order of the screen; those that it does not show come last. */
export const inOrder = (
  names: readonly string[],
  shown: readonly string[],
  all: readonly string[],
): string[] => [...new Set([...shown, ...all])].filter((name) => names.includes(name))

/** A condition takes at most `MAX_VALUES` values, so more ids become several conditions. */
const amongIds = (ids: readonly string[]): Filter => {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_VALUES) }, (_, at): Filter => ({
    path: ['id'],
    op: 'in',
    value: ids.slice(at * MAX_VALUES, (at + 1) * MAX_VALUES),
  }))
  return parts.length === 1 ? parts[0]! : { or: parts }
}

const requestedRows = (list: ExportedList, rows: ExportRows): Partial<ListQuery> => {
  const { query, matching, selection, trashed } = list
  const { sort } = query
  const order = { ...(sort ? { sort } : {}), trashed }
  if (rows === 'matching') return query
  if (rows === 'all') return order
  return matching
    ? { ...order, ...rowsOf(matching) }
    : { ...order, filter: amongIds(Object.keys(selection)) }
}

/** A file of a list: its format in the address, and the parameters. */
export interface ExportRequest {
  readonly resource: ResourceModel
  readonly format: ExportFormat
  readonly params: URLSearchParams
}

/** The request for what a person chose. */
export const exportRequest = (
  list: ExportedList,
  { file, rows, columns, keys, ids, children }: ExportChoice,
  language: Language,
): ExportRequest => {
  const { resource, zone } = list
  const apart = children === 'none' ? [] : exportable(list).children.map((f) => f.name)
  const params = exportParams(requestedRows(list, rows), [...columns, ...apart])
  if (file === 'exact') return { resource, format: 'csv', params }
  const more = {
    ...(file === 'csv' ? { for: 'people' } : {}),
    language,
    tz: zone,
    ...(keys ? { headers: 'names' } : {}),
    ...(ids ? { ids: 'true' } : {}),
    ...(children === 'lines' || children === 'sheets' ? { children } : {}),
  }
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return { resource, format: file, params }
}
