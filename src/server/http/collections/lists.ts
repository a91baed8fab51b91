import { parseAggregateQuery } from '#model/aggregateQuery.ts'
import type { Filter, ListQuery } from '#model/query.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import type { Access } from '../../permissions/types.ts'
import { allowedBy } from '../../store/read/statement.ts'
import { isUuid } from '#model/uuid.ts'
import { accessOf, jsonText, type Ctx } from '../../web/context.ts'
import { badQuery, params } from '../../web/queryChecks.ts'
import type { Routes } from '../../web/routes.ts'
import type { CollectionParts } from './parts.ts'
import { asOfIn } from './record.ts'
import { requirePermission } from '../../permissions/require.ts'

const MAX_KNOWN = 50
const known = new WeakMap<Access, Map<string, ListQuery>>()

/**
 * Parses the list query of a URL. Memoised per caller and URL, except for cursors, which are rarely
 * repeated.
 */
export const listQuery = (
  c: Ctx,
  resource: ResourceModel,
  model: Model,
  access: Access,
  ignore: readonly string[] = [],
): ListQuery => {
  const at = c.req.url.indexOf('?')
  const key = `${resource.collection}${at < 0 ? '' : c.req.url.slice(at)}`
  const mine = known.get(access) ?? new Map<string, ListQuery>()
  const found = mine.get(key)
  if (found) return found
  const parsed = parseListQuery(resource, model, params(c), { allowed: allowedBy(access), ignore })
  if ('problems' in parsed) throw badQuery(parsed.problems)
  if (parsed.query.cursor === undefined && mine.size < MAX_KNOWN) {
    known.set(access, mine.set(key, parsed.query))
  }
  return parsed.query
}

/** The names that a filter compares first, with their place in the query. */
const filtered = (filter: Filter): string[] => {
  if ('path' in filter) return [filter.path[0] ?? '']
  if ('not' in filter) return filtered(filter.not)
  return ('and' in filter ? filter.and : filter.or).flatMap(filtered)
}

/**
 * The query of a list at an instant: 400 for the trash, and for filters by secrets, whose earlier
 * values are not kept.
 */
const pastQuery = (
  resource: ResourceModel,
  query: ListQuery,
  asOf: string,
): ListQuery & { readonly asOf: string } => {
  const secrets = filtered(query.filter ?? { and: [] }).filter(
    (name) => resource.fields.find((f) => f.name === name)?.kind === 'secret',
  )
  const wrong = [...(query.trashed ? ['trashed'] : []), ...secrets.map((name) => `filter[${name}]`)]
  if (!wrong.length) return { ...query, asOf }
  throw badQuery(
    wrong.map((path) => ({
      path,
      code: 'not_with_as_of',
      message: `"${path}" cannot be combined with "asOf".`,
    })),
  )
}

/** Routes of pages. */
export const addLists = (routes: Routes, resource: ResourceModel, parts: CollectionParts): void => {
  const { model, reader } = parts
  const { entity } = resource
  routes.get('/', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.list`)
    const at = asOfIn(c)
    if (at !== undefined) {
      const query = pastQuery(resource, listQuery(c, resource, model, access, ['asOf']), at)
      return c.json((await reader.listAsOf(resource, query, access)) as object)
    }
    return jsonText(c, await reader.list(resource, listQuery(c, resource, model, access), access))
  })
}

/** Routes of choices for pickers, and of aggregates. */
export const addChoices = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { model, reader } = parts
  const { entity } = resource
  routes.get('/options', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.list`)
    const own = new Set(['ids', 'search', 'limit'])
    const rest = new URLSearchParams([...params(c)].filter(([name]) => name !== 'ids'))
    const stray = [...rest.keys()].filter((name) => !own.has(name) && !name.startsWith('filter['))
    if (stray.length) {
      throw badQuery(
        stray.map((path) => ({
          path,
          code: 'unknown_name',
          message: `"${path}" is not a parameter here.`,
        })),
      )
    }
    const parsed = parseListQuery(resource, model, rest, { allowed: allowedBy(access) })
    if ('problems' in parsed) throw badQuery(parsed.problems)
    const ids = c.req.query('ids')?.split(',').filter(Boolean)
    if (ids && (ids.length > 200 || ids.some((id) => !isUuid(id)))) {
      throw badQuery([{ path: 'ids', code: 'invalid_value', message: 'Give up to 200 ids.' }])
    }
    const { search, filter, limit } = parsed.query
    return c.json(
      await reader.options(
        resource,
        {
          ...(search ? { search } : {}),
          ...(filter ? { filter } : {}),
          ...(ids ? { ids } : {}),
          limit,
        },
        access,
      ),
    )
  })

  routes.get('/aggregate', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.list`)
    const parsed = parseAggregateQuery(resource, model, params(c), {
      allowed: allowedBy(access),
      timeZone: params(c).has('tz') ? '' : await parts.timeZone(),
    })
    if ('problems' in parsed) throw badQuery(parsed.problems)
    return c.json((await reader.aggregate(resource, parsed.query, access)) as object)
  })
}
