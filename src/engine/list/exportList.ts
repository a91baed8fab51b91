/** Export of the list with exactly its filters, search, sort and columns. */
import { listOf } from '#data/queries.ts'
import type { ListQuery } from '#model/query.ts'
import type { ExportFormat } from '#model/exportForms.ts'
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
export const exportName = (
  resource: ResourceModel,
  format: ExportFormat,
  now = new Date(),
): string =>
  `${resource.collection}-${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}.${format}`
