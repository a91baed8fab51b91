/** Describes the rows of a list to the server's bulk. */
import { call } from '#data/api.ts'
import type { BulkSelection } from '#data/changes.ts'
import { listOf } from '#data/queries.ts'
import type { ListQuery } from '#model/query.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'

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

/** Everything the list shows on all its pages, counted now. Throws `ApiProblem`. */
export const matchingRows = async (
  resource: ResourceModel,
  { filter, search, trashed = false }: Partial<ListQuery>,
): Promise<Extract<BulkSelection, { expected: number }>> => {
  const asked = listOf({
    ...(filter ? { filter } : {}),
    ...(search ? { search } : {}),
    trashed,
    limit: 1,
    totalExact: true,
  })
  const params = formatListQuery(asked)
  const { body } = await call<{ page: { total: number } }>(`/api/${resource.collection}`, {
    query: params,
  })
  return {
    filter: filterBody(params),
    ...(search ? { search } : {}),
    trashed,
    expected: body.page.total,
  }
}
