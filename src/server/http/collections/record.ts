import type { Json, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { notFound } from '../../base/problem.ts'
import type { RecordData } from '../../store/types.ts'
import { etag } from '../conditional.ts'
import { isUuid } from '#model/uuid.ts'
import type { Ctx } from '../../web/context.ts'
import { badQuery, isInstant } from '../../web/queryChecks.ts'
import type { Written } from '../../web/writes.ts'

/** Reads a parameter that can only be `true`. */
export const flagOf = (c: Ctx, name: string): boolean => {
  const value = c.req.query(name)
  if (value !== undefined && value !== 'true') {
    throw badQuery([
      { path: name, code: 'invalid_value', message: `"${name}" can only be "true".` },
    ])
  }
  return value !== undefined
}

/** Reads the instant `asOf`; undefined if absent. */
export const asOfIn = (c: Ctx): string | undefined => {
  const at = c.req.query('asOf')
  if (at === undefined || isInstant(at)) return at
  throw badQuery([
    { path: 'asOf', code: 'invalid_value', message: '"asOf" is an instant of ISO 8601.' },
  ])
}

/** Reads the id in the URL, in lower case; one that is none finds nothing. */
export const idOf = (c: Ctx, resource: ResourceModel): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound(resource.label.one.toLowerCase())
  return id.toLowerCase()
}

/** Returns what the writer may read of a written record; the store returns only readable fields. */
export const readableOf = (
  resource: ResourceModel,
  record: RecordData,
  access: Access,
): Record<string, Json> =>
  access.can(`${resource.entity}.read`) ? record : { id: record.id, version: record.version }

/** The response to a write of a record. */
export const written = (resource: ResourceModel, record: RecordData, access: Access): Written => ({
  headers: { ETag: etag(record.version) },
  json: { data: readableOf(resource, record, access) },
})
