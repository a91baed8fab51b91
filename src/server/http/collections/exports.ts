import { say } from '#model/message.ts'
import * as z from 'zod'
import { isTimeZone } from '#model/aggregateQuery.ts'
import { childPlaces, exportFormats, type ExportFormat } from '#model/exportForms.ts'
import type { ResourceModel } from '#model/types.ts'
import type { ListQuery } from '#model/query.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { contentTypes, type ExportForm } from '../../exchange/exportForm.ts'
import { relatedField } from '../../exchange/related.ts'
import type { Access } from '../../permissions/types.ts'
import { requirePermission } from '../../permissions/require.ts'
import { languageTo, writtenLanguages } from '../../texts/language.ts'
import { accessOf } from '../../web/context.ts'
import { allowedBy } from '../../store/read/statement.ts'
import { readJson } from '../../web/body.ts'
import { bodyAs, zodText } from '../../base/issues.ts'
import { badQuery, only, params } from '../../web/queryChecks.ts'
import type { Routes } from '../../web/routes.ts'
import { streamed } from '../streamed.ts'
import { writing } from '../../web/writes.ts'
import type { CollectionParts } from './parts.ts'

/** Parameters of an export besides those of its list. */
const PEOPLE_PARAMS = ['language', 'tz', 'headers', 'ids', 'children']
const PARAMS = { csv: ['for', ...PEOPLE_PARAMS], xlsx: PEOPLE_PARAMS } as const

const MAX_ADDRESS = 100_000

const bodySchema = z.strictObject({
  format: z.enum(exportFormats, `Choose one of ${exportFormats.join(', ')}.`),
  query: z
    .string('This is a text')
    .max(MAX_ADDRESS, zodText(say('A query has {{n}} characters at most', { n: MAX_ADDRESS })))
    .default(''),
})

const oneOf = <T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
): T | undefined => {
  const found = choices.find((choice) => choice === value)
  if (value === undefined || found !== undefined) return found
  const message = `"${name}" can be ${choices.join(', ')}.`
  throw badQuery([{ path: name, code: 'invalid_value', message }])
}

/** The form of an export, from its parameters: `export.csv` is exact unless it is for people. */
const formOf = async (
  given: URLSearchParams,
  format: ExportFormat,
  { timeZone }: Pick<CollectionParts, 'timeZone'>,
): Promise<ExportForm> => {
  const [whom, language, zone, headers, ids, children] = ['for', ...PEOPLE_PARAMS].map(
    (name) => given.get(name) ?? undefined,
  )
  const people = oneOf('for', whom, ['people'])
  const readers = {
    language: languageTo(oneOf('language', language, writtenLanguages)),
    keys: oneOf('headers', headers, ['labels', 'names']) === 'names',
    ids: oneOf('ids', ids, ['true', 'false']) === 'true',
    children: oneOf('children', children, childPlaces[format]) ?? 'cell',
  }
  if (zone !== undefined && !isTimeZone(zone)) {
    throw badQuery([{ path: 'tz', code: 'invalid_value', message: 'There is no such time zone.' }])
  }
  if (format === 'csv' && people === undefined) return { format }
  return { format, readers: { ...readers, zone: zone ?? (await timeZone()) } }
}

/** What an export asks for; one for people also takes fields of referenced records. */
const requested = async (
  given: URLSearchParams,
  format: ExportFormat,
  resource: ResourceModel,
  access: Access,
  parts: CollectionParts,
): Promise<{ readonly query: ListQuery; readonly form: ExportForm }> => {
  const isForPeople = format !== 'csv' || given.has('for')
  const parsed = parseListQuery(resource, parts.model, given, {
    allowed: allowedBy(access),
    ignore: PARAMS[format],
    further: (name) =>
      isForPeople && relatedField(resource, parts.model, access, name) !== undefined,
  })
  if ('problems' in parsed) throw badQuery(parsed.problems)
  return { query: parsed.query, form: await formOf(given, format, parts) }
}

/** Routes that export a list as a file. */
export const addExports = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  for (const format of exportFormats) {
    routes.get(`/export.${format}`, async (c) => {
      const access = accessOf(c)
      requirePermission(access, `${resource.entity}.export`)
      const { query, form } = await requested(params(c), format, resource, access, parts)
      const bytes = parts.exportList(resource, query, access, form)
      return c.body(streamed(bytes), 200, {
        'Content-Type': contentTypes[format],
        'Content-Disposition': `attachment; filename="${resource.collection}.${format}"`,
      })
    })
  }
  const write = writing(parts.once)
  routes.post('/exports', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${resource.entity}.list`)
    requirePermission(access, `${resource.entity}.export`)
    only(c)
    const { text, value } = await readJson(c)
    const { format, query: address } = bodyAs(bodySchema, value)
    const given = new URLSearchParams(address)
    const { query, form } = await requested(given, format, resource, access, parts)
    return write(c, text, (context) => parts.startExport(resource, query, form, context))
  })
}
