/** Handles API calls about records kept in another database: pages use the same calls for both. */
import model from 'virtual:model'
import { parseFilter } from '#model/filterParse.ts'
import { dependsOnCaller } from '#model/people.ts'
import type { ListQuery } from '#model/query.ts'
import { DEFAULT_LIMIT, parseSort } from '#model/urlQuery.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import type { ApiResponse, CallOptions } from '../api.ts'
import { ApiProblem } from '../problem.ts'
import { firestoreSource } from './firestore.ts'
import type { DataSource } from './source.ts'

const impossible = (): ApiProblem =>
  new ApiProblem({
    status: 409,
    code: 'kept_elsewhere',
    detail: 'These records are kept in a document database, which cannot do this.',
  })

const paramsOf = (query: CallOptions['query']): URLSearchParams =>
  query instanceof URLSearchParams
    ? query
    : new URLSearchParams(
        Object.entries(query ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      )

const isBody = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses the output of `formatListQuery`. The server's own parser checks every name and is not part
 * of the browser.
 */
const queryOf = (resource: ResourceModel, params: URLSearchParams): ListQuery => {
  const conditions = [...params].filter(([name]) => name.startsWith('filter['))
  // Only the server knows the caller.
  if (conditions.some(([, value]) => dependsOnCaller(value))) throw impossible()
  const { filter, problems } = parseFilter(resource, model, conditions)
  if (problems[0]) {
    throw new ApiProblem({
      status: 400,
      code: 'bad_query',
      detail: problems[0].message,
      errors: problems,
    })
  }
  const [sort, search, cursor, page] = ['sort', 'search', 'cursor', 'page'].map((name) =>
    params.get(name),
  )
  return {
    ...(filter ? { filter } : {}),
    sort: sort ? parseSort(sort) : [],
    limit: Number(params.get('limit') ?? DEFAULT_LIMIT),
    totalExact: false,
    trashed: params.get('trashed') === 'true',
    ...(search ? { search } : {}),
    ...(cursor ? { cursor } : {}),
    ...(page ? { page: Number(page) } : {}),
  }
}

/** The body of a response; 409 for anything only the server can do. */
const bodyOf = async (
  source: DataSource,
  resource: ResourceModel,
  path: string,
  options: CallOptions,
): Promise<unknown> => {
  const [id, action, ...rest] = path.split('/').slice(3).map(decodeURIComponent)
  const { method = 'GET', ifMatch, body } = options
  const params = paramsOf(options.query)
  if (rest.length) throw impossible()
  const version = (): number => {
    if (ifMatch === undefined) throw impossible()
    return ifMatch
  }
  const given = (): Readonly<Record<string, Json>> => {
    if (!isBody(body)) throw impossible()
    return body
  }
  if (id === undefined) {
    if (method === 'GET') return source.list(queryOf(resource, params))
    if (method === 'POST') return { data: await source.create(given(), options.idempotencyKey) }
  } else if (id === 'options' && method === 'GET' && action === undefined) {
    const ids = params.get('ids')
    const search = params.get('search')
    return source.options({
      ...(ids === null ? {} : { ids: ids.split(',').filter(Boolean) }),
      ...(search ? { search } : {}),
    })
  } else if (action === undefined && id !== 'aggregate') {
    if (method === 'GET') return source.get(id, params.get('trashed') === 'true')
    if (method === 'PATCH') return { data: await source.update(id, version(), given()) }
    if (method === 'DELETE') return source.remove(id, version(), params.get('purge') === 'true')
  } else if (action === 'restore' && method === 'POST') {
    return { data: await source.restore(id, version()) }
  }
  throw impossible()
}

/** Handles a call whose path names a collection kept in another database. Throws `ApiProblem`. */
export const respond = async <T>(path: string, options: CallOptions): Promise<ApiResponse<T>> => {
  const { source, resource } = firestoreSource(path.split('/')[2]!)
  return {
    status: 200,
    body: (await bodyOf(source, resource, path, options)) as T,
    headers: new Headers(),
    operationId: undefined,
  }
}
