import * as z from 'zod'
import { parseAggregateQuery } from '#model/aggregateQuery.ts'
import type { ListQuery } from '#model/query.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import { newRoutes, type Routes } from './routes.ts'
import { parseListQuery } from '#model/urlQuery.ts'
import type { Access } from '../permissions/types.ts'
import { MAX_REVISIONS } from '../store/read/history.ts'
import { allowedBy } from '../store/read/statement.ts'
import type { Reader, RecordData } from '../store/types.ts'
import type { TransactionalWriter } from '../store/write/writer.ts'
import { readJson } from './body.ts'
import { etag, isUuid, requiredVersion } from './conditional.ts'
import type { OperationParts } from '../operations/types.ts'
import { bulkRoute } from './operations.ts'
import { streamed } from './streamed.ts'
import { accessOf, jsonText, type Ctx } from './context.ts'
import { invalid, notFound } from '../problem.ts'
import { badQuery, isInstant, limitOf, need, only, params } from './queryChecks.ts'
import { addTimeline, type TimelineRouteParts } from './timeline.ts'
import { writing, type RunOnce, type Written } from './writes.ts'

export { need } from './queryChecks.ts'

/** Dependencies of the collection routes. */
export interface CollectionParts {
  readonly model: Model
  readonly reader: Reader
  readonly writer: TransactionalWriter
  readonly once: RunOnce
  readonly timeline: TimelineRouteParts
  /** IANA zone of the organisation, the default of aggregates. */
  readonly timeZone: () => Promise<string>
  /** Streams the list as CSV. */
  readonly exportCsv: (
    resource: ResourceModel,
    query: ListQuery,
    access: Access,
  ) => AsyncIterable<Uint8Array>
  readonly operations: OperationParts
  /** Starts an import; returns its job. */
  readonly startImport: (resource: ResourceModel, c: Ctx) => Promise<Response>
}

const MAX_KNOWN = 50
const known = new WeakMap<Access, Map<string, ListQuery>>()

/**
 * Parses the list query of a URL. Memoised per caller and URL, except for cursors, which are rarely
 * repeated.
 */
const listQuery = (c: Ctx, resource: ResourceModel, model: Model, access: Access): ListQuery => {
  const at = c.req.url.indexOf('?')
  const key = `${resource.collection}${at < 0 ? '' : c.req.url.slice(at)}`
  const mine = known.get(access) ?? new Map<string, ListQuery>()
  const found = mine.get(key)
  if (found) return found
  const parsed = parseListQuery(resource, model, params(c), { allowed: allowedBy(access) })
  if ('problems' in parsed) throw badQuery(parsed.problems)
  if (parsed.query.cursor === undefined && mine.size < MAX_KNOWN) {
    known.set(access, mine.set(key, parsed.query))
  }
  return parsed.query
}

const flagOf = (c: Ctx, name: string): boolean => {
  const value = c.req.query(name)
  if (value !== undefined && value !== 'true') {
    throw badQuery([
      { path: name, code: 'invalid_value', message: `"${name}" can only be "true".` },
    ])
  }
  return value !== undefined
}

const idOf = (c: Ctx, resource: ResourceModel): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound(resource.label.one.toLowerCase())
  return id.toLowerCase()
}

/** Returns what the writer may read of a written record; the store returns only readable fields. */
const readableOf = (
  resource: ResourceModel,
  record: RecordData,
  access: Access,
): Record<string, Json> =>
  access.can(`${resource.entity}.read`) ? record : { id: record.id, version: record.version }

/** Returns the fields a restore names; undefined (all) without a body. */
const fieldsIn = (value: unknown): readonly string[] | undefined => {
  const parsed = restoring.safeParse(value)
  if (parsed.success) return parsed.data.fields
  throw invalid([
    { path: 'fields', code: 'invalid_value', message: 'Give the names of 1 to 200 fields' },
  ])
}
const restoring = z.strictObject({
  fields: z.array(z.string()).min(1).max(200).optional(),
})

/** Routes of one collection, in the order of the API contract. */
export const collectionRoutes = (resource: ResourceModel, parts: CollectionParts): Routes => {
  const { model, reader, writer } = parts
  const { entity } = resource
  const write = writing(parts.once)
  const written = (record: RecordData, access: Access): Written => ({
    headers: { ETag: etag(record.version) },
    json: { data: readableOf(resource, record, access) },
  })
  const routes = newRoutes()

  routes.get('/', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.list`)
    return jsonText(c, await reader.list(resource, listQuery(c, resource, model, access), access))
  })

  routes.get('/export.csv', (c) => {
    const access = accessOf(c)
    need(access, `${entity}.export`)
    const bytes = parts.exportCsv(resource, listQuery(c, resource, model, access), access)
    return c.body(streamed(bytes), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${resource.collection}.csv"`,
    })
  })

  routes.get('/options', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.list`)
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
    need(access, `${entity}.list`)
    const parsed = parseAggregateQuery(resource, model, params(c), {
      allowed: allowedBy(access),
      timeZone: params(c).has('tz') ? '' : await parts.timeZone(),
    })
    if ('problems' in parsed) throw badQuery(parsed.problems)
    return c.json((await reader.aggregate(resource, parsed.query, access)) as object)
  })

  routes.get('/:id', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.read`)
    only(c, 'trashed', 'asOf')
    const at = c.req.query('asOf')
    if (at !== undefined) {
      if (!isInstant(at)) {
        throw badQuery([
          { path: 'asOf', code: 'invalid_value', message: '"asOf" is an instant of ISO 8601.' },
        ])
      }
      return c.json((await reader.asOf(resource, idOf(c, resource), access, at)) as object)
    }
    const { body, version } = await reader.get(resource, idOf(c, resource), access, {
      trashed: flagOf(c, 'trashed'),
    })
    return jsonText(c, body, 200, { ETag: etag(version) })
  })

  routes.get('/:id/history', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.read`)
    only(c, 'limit', 'cursor')
    const limit = limitOf(c, MAX_REVISIONS)
    return c.json(
      (await reader.history(resource, idOf(c, resource), access, {
        ...(limit === undefined ? {} : { limit }),
        cursor: c.req.query('cursor'),
      })) as object,
    )
  })

  addTimeline(routes, resource, parts.timeline, write)

  routes.get('/:id/previews/:preview', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.read`)
    const context = {
      access,
      channel: 'api',
      requestId: c.get('requestId'),
      operationId: c.get('requestId'),
    } as const
    return c.json({
      data: await writer.preview(
        resource,
        idOf(c, resource),
        c.req.param('preview'),
        context,
        Object.fromEntries(params(c)),
      ),
    })
  })

  for (const { name } of resource.documents ?? []) {
    routes.get(`/:id/${name}.pdf`, async (c) => {
      const access = accessOf(c)
      need(access, `${entity}.read`)
      only(c)
      const { fileName, bytes } = await writer.document(resource, idOf(c, resource), name, {
        access,
        channel: 'api',
        requestId: c.get('requestId'),
        operationId: c.get('requestId'),
      })
      return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${fileName}"`,
      })
    })
  }

  if (resource.readOnly) return routes

  routes.post('/', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.create`)
    only(c)
    const { text, value } = await readJson(c)
    return write(c, text, async (context) => {
      const record = await writer.create(resource, value, context)
      return {
        ...written(record, access),
        status: 201,
        headers: {
          ETag: etag(record.version),
          Location: `/api/${resource.collection}/${record.id}`,
        },
      }
    })
  })

  routes.post('/import', async (c) => {
    need(accessOf(c), `${entity}.import`)
    return parts.startImport(resource, c)
  })

  routes.post('/bulk', bulkRoute(resource, parts.operations, parts.once))

  if (resource.transitions.length || resource.actions.length) {
    routes.post('/:id/actions/:action', async (c) => {
      const access = accessOf(c)
      const name = c.req.param('action')
      const own = resource.actions.some((a) => a.name === name)
      if (!own && !resource.transitions.some((t) => t.name === name)) throw notFound('action')
      need(access, own ? `${entity}.${name}` : `${entity}.transition.${name}`)
      const id = idOf(c, resource)
      const version = requiredVersion(c)
      const { text, value } = await readJson(c, { optional: true })
      return write(c, text, async (context) => {
        if (!own) {
          return written(
            await writer.transition(resource, id, version, name, value, context),
            access,
          )
        }
        const { record, result } = await writer.act(resource, id, version, name, value, context)
        return {
          headers: { ETag: etag(record.version) },
          json: {
            data: readableOf(resource, record, access),
            ...(result === null ? {} : { result }),
          },
        }
      })
    })
  }

  if (resource.appendOnly) return routes

  routes.patch('/:id', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.update`)
    only(c)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    const { text, value } = await readJson(c)
    return write(c, text, async (context) =>
      written(await writer.patch(resource, id, version, value, context), access),
    )
  })

  routes.delete('/:id', async (c) => {
    const access = accessOf(c)
    only(c, 'purge')
    const purge = flagOf(c, 'purge')
    need(access, `${entity}.${purge ? 'purge' : 'delete'}`)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    return write(c, '', async (context) => {
      await writer.remove(resource, id, version, { purge }, context)
      return { status: 204 }
    })
  })

  routes.post('/:id/restore', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.delete`)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    return write(c, '', async (context) =>
      written(await writer.restore(resource, id, version, context), access),
    )
  })

  routes.post('/:id/history/:revision/restore', async (c) => {
    const access = accessOf(c)
    need(access, `${entity}.update`)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    const { text, value } = await readJson(c, { optional: true })
    const fields = fieldsIn(value)
    return write(c, text, async (context) =>
      written(
        await writer.restoreRevision(
          resource,
          id,
          version,
          c.req.param('revision'),
          context,
          fields,
        ),
        access,
      ),
    )
  })

  return routes
}
