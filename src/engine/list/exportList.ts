/** Export of the list as CSV with exactly its filters, search, sort and columns. */
import { send } from '#data/api.ts'
import { listOf } from '#data/queries.ts'
import type { ListQuery } from '#model/query.ts'
import { MAX_VALUES } from '#model/filterValue.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import { currentLanguage } from '#ui/i18n.ts'
import { rowsOf } from './bulkSelection.ts'
import type { List } from './useList.ts'

/** Parameters of the export of a list: all its pages, its columns in order. */
export const exportParams = (
  query: Partial<ListQuery>,
  columns: readonly string[],
): URLSearchParams => {
  const { page: _page, limit: _limit, cursor: _cursor, ...rest } = query
  return formatListQuery(listOf({ ...rest, fields: columns }))
}

/** `hotels-2026-05-31.csv`, by the date in the person's zone. */
export const exportName = (
  resource: ResourceModel,
  format: 'csv' | 'xlsx' = 'csv',
  now = new Date(),
): string =>
  `${resource.collection}-${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}.${format}`

/** Exports may be slow; ten minutes end one that hangs. */
const timeoutMs = 600_000

/** Downloads a response body as a file. */
export const saveFile = async (response: Response, name: string): Promise<void> => {
  const url = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** For people who read an export: their language and time zone. */
interface Readers {
  readonly language: string
  readonly zone: string
}

const exportOf = (
  resource: ResourceModel,
  query: Partial<ListQuery>,
  columns: readonly string[],
  readers?: Readers,
): Promise<Response> => {
  const params = exportParams(query, columns)
  if (readers) {
    params.set('for', 'people')
    params.set('language', readers.language)
    params.set('tz', readers.zone)
  }
  // A plain link cannot carry the bearer header, so the browser receives a blob (on disk if large).
  return send(`/api/${resource.collection}/export.csv`, {
    query: params,
    accept: 'text/csv',
    timeoutMs,
  })
}

/**
 * Downloads the list with exact values, or for people who read it in a language and a time zone.
 * Throws `ApiProblem`.
 */
export const downloadList = async (
  resource: ResourceModel,
  query: Partial<ListQuery>,
  columns: readonly string[],
  readers?: Readers,
): Promise<void> =>
  saveFile(await exportOf(resource, query, columns, readers), exportName(resource))

/** The rows of a CSV file without its header. */
export const withoutHeader = (csv: string): string => csv.slice(csv.indexOf('\n') + 1)

/** The requests of an export of single records: a filter takes only so many ids. */
export const idQueries = (
  { sort, trashed }: Partial<ListQuery>,
  ids: readonly string[],
): Partial<ListQuery>[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_VALUES) }, (_, i) => ({
    ...(sort ? { sort } : {}),
    ...(trashed ? { trashed } : {}),
    filter: { path: ['id'], op: 'in', value: ids.slice(i * MAX_VALUES, (i + 1) * MAX_VALUES) },
  }))

/** Downloads the selected rows to be read, with the columns of the list. Throws `ApiProblem`. */
export const exportSelection = async ({
  resource,
  query,
  columns,
  zone,
  matching,
  selection,
}: Pick<
  List,
  'resource' | 'query' | 'columns' | 'zone' | 'matching' | 'selection'
>): Promise<void> => {
  const names = columns.map((c) => c.name)
  const readers = { language: currentLanguage(), zone }
  if (matching) {
    const { sort } = query
    const of = { ...rowsOf(matching), ...(sort ? { sort } : {}) }
    return downloadList(resource, of, names, readers)
  }
  const parts: string[] = []
  for (const part of idQueries(query, Object.keys(selection))) {
    const csv = await (await exportOf(resource, part, names, readers)).text()
    parts.push(parts.length ? withoutHeader(csv) : csv)
  }
  await saveFile(new Response(parts.join('')), exportName(resource))
}
