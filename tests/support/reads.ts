/**
 * Support for read tests: the invented library in a database, filled directly, and people with
 * permissions.
 */
import { snake } from '#model/columns.ts'
import { searchText } from '#model/fold.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { ListQuery } from '#model/query.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import type { Database } from '#server/database/pool.ts'
import { createTables } from '#server/migrations/createTables.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Access, Actor } from '#server/permissions/types.ts'
import { createVault } from '#server/secrets/vault.ts'
import { createReader, type FullReader } from '#server/store/read/reader.ts'
import { libraryModel } from '#tests/toy.ts'
import { testDatabase } from './database.ts'

type Values = Readonly<Record<string, Json>>

export interface Library {
  readonly db: Database
  readonly model: Model
  readonly reader: FullReader
  of(entity: string): ResourceModel
  /**
   * Stores records as they are, without rules or audit; returns their ids. Missing required texts
   * are filled.
   */
  put(entity: string, ...records: readonly Values[]): Promise<string[]>
  /** List query of URL parameters. */
  query(entity: string, text?: string): ListQuery
  /** Parsed response of a list; with the system's permissions by default. */
  list(entity: string, text?: string, access?: Access): Promise<ApiResponse>
}
export interface ApiResponse {
  data: Record<string, Json>[]
  included: Record<string, Record<string, Record<string, Json>>>
  page: {
    limit: number
    total: number
    totalIsExact: boolean
    next: string | null
    previous: string | null
  }
}

export const system: Access = compileAccess(libraryModel, systemActor)

/** Access of a person with these roles; of a tenant's staff when `tenant` is given. */
export const person = (
  grants: readonly Grants[] | Grants,
  tenant: string | null = null,
): Access => {
  const actor: Actor = {
    kind: 'person',
    accountId: 'account',
    personId: null,
    name: 'Ada',
    tenant,
    roleIds: [],
    grants: Array.isArray(grants) ? (grants as Grants[]) : [grants as Grants],
  }
  return compileAccess(libraryModel, actor)
}

const vault = createVault('a secret of the tests, long enough to be one')
let made = 0
/** Ids that sort in the order of creation. */
export const newId = (): string => `01900000-0000-7000-8000-${String(++made).padStart(12, '0')}`

const row = (resource: ResourceModel, values: Values): [string, unknown][] => {
  const id = (values.id as string | undefined) ?? newId()
  const created = values.createdAt ?? new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString()
  const given: Values = {
    ...(resource.initial ? { state: resource.initial } : {}),
    ...Object.fromEntries(
      resource.fields
        .filter((f) => f.default !== undefined)
        .map((f) => [f.name, f.default as Json]),
    ),
    ...values,
    id,
    version: values.version ?? 1,
    createdAt: created,
    updatedAt: values.updatedAt ?? created,
  }
  for (const f of resource.fields) {
    if (f.required && given[f.name] === undefined) {
      ;(given as Record<string, Json>)[f.name] =
        f.kind === 'email' ? `${id}@example.com` : `${f.name} ${id.slice(-4)}`
    }
  }
  const columns = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const field = fieldOf(resource, name)
    if (!field) throw new Error(`${resource.entity} has no field "${name}".`)
    if (field.kind === 'money') {
      const m = value as { amount: number; currency: string } | null
      return [
        [`${snake(name)}_amount`, m?.amount ?? null],
        [`${snake(name)}_currency`, m?.currency ?? null],
      ]
    }
    if (field.kind === 'secret' && typeof value === 'string') {
      const place = { table: resource.table, column: snake(name), id }
      return [[place.column, vault.seal(place, value)]]
    }
    return [[snake(name), value]]
  })
  return [
    ...columns,
    [
      'search',
      searchText(
        resource.list.search.map((n) =>
          typeof given[n] === 'string' ? (given[n] as string) : null,
        ),
      ),
    ],
  ]
}

/** Opens a fresh database of the kind with the library's tables. Close `db` afterwards. */
export const openLibrary = async (model: Model = libraryModel): Promise<Library> => {
  const db = await testDatabase()
  await createTables(db, model)
  const reader = createReader({ db, model, secret: 'a secret of the tests' })
  const of = (entity: string) => {
    const found = model.resources.find((r) => r.entity === entity)
    if (!found) throw new Error(`There is no entity "${entity}".`)
    return found
  }
  const query = (entity: string, text = '') => {
    const parsed = parseListQuery(of(entity), model, new URLSearchParams(text))
    if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
    return parsed.query
  }
  return {
    db,
    model,
    reader,
    of,
    query,
    async put(entity, ...records) {
      const resource = of(entity)
      const rows = records.map((r) => Object.fromEntries(row(resource, r)))
      const names = [...new Set(rows.flatMap((r) => Object.keys(r)))]
        .map((n) => `"${n}"`)
        .join(', ')
      await db.query(
        `insert into "${resource.table}" (${names}) select ${names} from json_populate_recordset(null::"${resource.table}", $1)`,
        [JSON.stringify(rows)],
      )
      return rows.map((r) => r.id as string)
    },
    list: async (entity, text = '', access = system) =>
      JSON.parse(await reader.list(of(entity), query(entity, text), access)) as ApiResponse,
  }
}
