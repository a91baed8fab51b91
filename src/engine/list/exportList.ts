/** Export of the list as CSV with exactly its filters, search, sort and columns. */
import { send } from '#data/api.ts'
import { listOf } from '#data/queries.ts'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'

/** Parameters of the export of a list: all its pages, its columns in order. */
export const exportParams = (
  query: Partial<ListQuery>,
  columns: readonly string[],
): URLSearchParams => {
  const { page: _page, limit: _limit, cursor: _cursor, ...rest } = query
  return formatListQuery(listOf({ ...rest, fields: columns }))
}

/** `hotels-2026-05-31.csv`, by the date in the person's zone. */
export const exportName = (resource: ResourceModel, now = new Date()): string =>
  `${resource.collection}-${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}.csv`

/** Whom an export is for: programs get exact values, which import reads. */
export type ExportFor = 'people' | 'programs'

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

/**
 * Downloads the list with exact values, or for people who read it in a language and a time zone.
 * Throws `ApiProblem`.
 */
export const downloadList = async (
  resource: ResourceModel,
  query: Partial<ListQuery>,
  columns: readonly string[],
  readers?: { readonly language: string; readonly zone: string },
): Promise<void> => {
  const params = exportParams(query, columns)
  if (readers) {
    params.set('for', 'people')
    params.set('language', readers.language)
    params.set('tz', readers.zone)
  }
  // A plain link cannot carry the bearer header, so the browser receives a blob (on disk if large).
  const response = await send(`/api/${resource.collection}/export.csv`, {
    query: params,
    accept: 'text/csv',
    timeoutMs,
  })
  await saveFile(response, exportName(resource))
}
