/** A whole list in batches, for export: memory does not grow with its length. */
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import type { RecordData } from '../types.ts'
import { readPage } from './list.ts'
import { type PageContext } from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

export const BATCH_ROWS = 500

type Included = Readonly<Record<string, Readonly<Record<string, { readonly title: string }>>>>

/**
 * Rows of a list that the caller may export, in its order, without a page limit; ignores the query's `limit`, `cursor` and
 * `page`. Reads 500 rows at a time by keyset without holding a connection, so rows written
 * meanwhile may be missing. `titles` has the titles of the batch's references, by id.
 */
export async function* stream(
  context: PageContext,
  resource: ResourceModel,
  query: ListQuery,
): AsyncGenerator<{ row: RecordData; titles: Readonly<Record<string, string>> }> {
  requirePermission(context.access, `${resource.entity}.list`)
  const { cursor: _cursor, page: _page, ...rest } = query
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readPage(
      context,
      resource,
      { ...rest, exported: true, limit: BATCH_ROWS, ...(cursor ? { cursor } : {}) },
      { counted: false },
    )
    const included = JSON.parse(page.included) as Included
    const titles = Object.fromEntries(
      Object.values(included).flatMap((records) =>
        Object.entries(records).map(([id, { title }]) => [id, title]),
      ),
    )
    for (const row of JSON.parse(page.data) as RecordData[]) yield { row, titles }
    cursor = page.next
  }
}
