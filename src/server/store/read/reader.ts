import type { ListQuery } from '#model/query.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import type { Reader } from '../types.ts'
import { aggregate } from './aggregate.ts'
import { listAsOf, recordAsOf } from './asOf.ts'
import { get } from './get.ts'
import { history } from './history.ts'
import { list, listStatement } from './list.ts'
import { options, searchEverywhere, type SearchHit } from './options.ts'
import { type Queryable, type Statement } from './statement.ts'
import { stream } from './stream.ts'
import { whereUsed } from './whereUsed.ts'
import { requirePermission } from '../../permissions/require.ts'

export type { SearchHit, Queryable, Statement }
export { allowedBy } from './statement.ts'

/** Reads, and the global search. */
export interface FullReader extends Reader {
  /** The newest five hits of each collection that the caller can list. */
  globalSearch(search: string, access: Access): Promise<SearchHit[]>
  /** The statement of a list, for EXPLAIN and benchmarks. */
  listStatement(resource: ResourceModel, query: ListQuery, access: Access): Statement
}

/**
 * Reads for every resource of the model. `secret` signs cursors. The caller's rows and fields are
 * part of each statement: what `access` cannot see is never selected, compared, sorted, counted or
 * named.
 */
export const createReader = ({
  db,
  reads = db,
  model,
  secret,
}: {
  /** Single records and their history. */
  db: Queryable
  /** Lists, searches, sums and exports; default `db`. */
  reads?: Queryable
  model: Model
  secret: string
}): FullReader => ({
  async list(resource, query, access) {
    requirePermission(access, `${resource.entity}.list`)
    return list({ db: reads, model, access, secret }, resource, query)
  },
  get: (resource, id, access, given) => get({ db, model, access }, resource, id, given),
  asOf: (resource, id, access, at) => recordAsOf({ db, model, access }, resource, id, at),
  listAsOf: (resource, query, access) =>
    listAsOf({ db: reads, model, access, secret }, resource, query),
  options: (resource, query, access) => options(reads, model, resource, query, access),
  aggregate: (resource, query, access) => aggregate(reads, model, resource, query, access),
  stream: (resource, query, access) =>
    stream({ db: reads, model, access, secret }, resource, query),
  history: (resource, id, access, query) =>
    history({ db, model, access, secret }, resource, id, query),
  whereUsed: (resource, id, access, given) => whereUsed({ db, model, access }, resource, id, given),
  globalSearch: (search, access) => searchEverywhere(reads, model, search, access),
  listStatement: (resource, query, access) =>
    listStatement({ model, access, secret }, resource, query).statement,
})
