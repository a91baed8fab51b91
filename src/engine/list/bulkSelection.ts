/** Describes the rows of a list to the server's bulk. */
import { call } from '#data/api.ts'
import type { BulkSelection } from '#data/changes.ts'
import { listOf } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import type { Among, Matching } from './useSelection.ts'

/** Maximum ids in a bulk request; more rows are selected as "all matching". */
export const MAX_SELECTED = 1000

interface Branch {
  [key: string]: string | Branch
}

/** `filter[price][gte]=5` as `{ price: { gte: '5' } }`. */
export const filterBody = (params: URLSearchParams): Json => {
  const root = Object.create(null) as Branch
  for (const [name, value] of params) {
    if (!name.startsWith('filter[')) continue
    const path = name.slice('filter['.length, -1).split('][')
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      at = at[part] = typeof next === 'object' ? next : (Object.create(null) as Branch)
    }
    at[path.at(-1)!] = value
  }
  return root
}

/** The rows of a selection of all matching: without the excepted ones, and only of some states. */
export const rowsOf = ({ query, except }: Matching, states?: readonly string[]): Among => {
  const more: Filter[] = [
    ...(except.length ? [{ path: ['id'], op: 'notIn', value: except } as const] : []),
    ...(states ? [{ path: ['state'], op: 'in', value: states } as const] : []),
  ]
  if (!more.length) return query
  const { filter } = query
  const before = filter && 'and' in filter ? filter.and : [filter ?? []].flat()
  const all = [...before, ...more]
  return { ...query, filter: all.length > 1 ? { and: all } : all[0]! }
}

const paramsOf = ({ filter, search, trashed = false }: Among): URLSearchParams =>
  formatListQuery(
    listOf({
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
      trashed,
      limit: 1,
      totalExact: true,
    }),
  )

/** How many rows there are now. Throws `ApiProblem`. */
export const countRows = async (resource: ResourceModel, of: Among): Promise<number> =>
  (await call<{ page: { total: number } }>(`/api/${resource.collection}`, { query: paramsOf(of) }))
    .body.page.total

/** Rows of a bulk, with their number; `again` counts those of a filter once more. */
export interface BulkRows {
  readonly rows: BulkSelection
  readonly count: number
  readonly again?: () => Promise<BulkRows>
}

/** The rows of a filter for a bulk, which is refused if there are not `count` of them. */
export const matchingRows = (resource: ResourceModel, of: Among, count: number): BulkRows => ({
  rows: {
    filter: filterBody(paramsOf(of)),
    ...(of.search ? { search: of.search } : {}),
    trashed: of.trashed ?? false,
    expected: count,
  },
  count,
  again: async () => matchingRows(resource, of, await countRows(resource, of)),
})
