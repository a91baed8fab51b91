import { buckets, functions } from '../aggregateQuery.ts'
import { DOCUMENT_TYPES, type DocumentType } from '../documentTypes.ts'
import type { ResourceModel } from '../types.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../urlQuery.ts'
import { data, headers, inPath, operation, query, type PathItem } from './operations.ts'
import { reminderPaths } from './reminders.ts'
import { pascal, reference, type Schema } from './schemas.ts'
import { tagPaths } from './tags.ts'
import { pageOf, pastParameters, timelinePaths } from './timeline.ts'

const filter: Schema = {
  name: 'filter',
  in: 'query',
  style: 'deepObject',
  explode: true,
  description:
    'Conditions: `filter[field]=v`, `filter[field][op]=v`, `filter[ref.field][op]=v`, groups `filter[or][0]…`, `filter[and][0]…`, `filter[not]…`. `filter[followed]=true`: records the caller follows.',
  schema: { type: 'object', additionalProperties: true },
}
const whole = (minimum: number, maximum: number, fallback?: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
  ...(fallback === undefined ? {} : { default: fallback }),
})

/** Parameters of a list. */
export const listParameters = (resource: ResourceModel): Schema[] => [
  filter,
  query('sort', `Fields, \`-\` for descending, e.g. \`${resource.list.sort}\`.`),
  query('search', 'Every word must occur.', { type: 'string', maxLength: 200 }),
  query('limit', 'Rows of a page.', whole(1, MAX_LIMIT, DEFAULT_LIMIT)),
  query('cursor', 'From `page.next` or `page.previous`.'),
  query('page', 'From 1; the first 10,000 rows.', whole(1, 10_000)),
  query('fields', 'Only these fields, by comma.'),
  query('include', 'References to give in more detail, by comma.'),
  query('total', 'Counts beyond 10,000.', { type: 'string', enum: ['exact'] }),
  query('trashed', 'Only rows in the trash.', { type: 'string', enum: ['true'] }),
]

const asOf = (description: string): Schema =>
  query('asOf', description, {
    type: 'string',
    format: 'date-time',
    examples: ['2026-03-01T09:30:00.000Z'],
  })

const id = inPath('id', 'Id of the record.')

/** Records of one collection that refer to others by one field. */
export const usedBy: Schema = {
  type: 'object',
  required: ['collection', 'field', 'onDelete', 'count', 'countIsExact', 'records'],
  properties: {
    collection: { type: 'string' },
    field: { type: 'string' },
    onDelete: {
      type: 'string',
      enum: ['refuse', 'clear'],
      description: 'Deleting is refused while they refer to it, or empties the field.',
    },
    count: { type: 'integer', maximum: 1000 },
    countIsExact: { type: 'boolean' },
    records: {
      type: 'array',
      maxItems: 5,
      items: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          title: { type: ['string', 'null'] },
        },
      },
    },
  },
}

const whereUsed: Schema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: usedBy,
    },
  },
  examples: [
    {
      data: [
        {
          collection: 'bookings',
          field: 'hotel',
          onDelete: 'refuse',
          count: 12,
          countIsExact: true,
          records: [{ id: '0198f6a2-0000-7000-8000-000000000001', title: 'BK-000012' }],
        },
      ],
    },
  ],
}

/** Lists. */
const listPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const many = resource.label.many.toLowerCase()
  const tag = resource.label.many
  const record = reference(pascal(resource.entity))
  return {
    [base]: {
      get: operation({
        id: `list${name}`,
        summary: `List ${many}`,
        tag,
        parameters: [
          ...listParameters(resource),
          asOf(
            'The records that were live at this instant, with their values of then; filters, search and sort compare these. Cut by the rights of today; references have their titles of today. Not with `trashed`, nor with a filter by a secret.',
          ),
        ],
        problems: [400, 403],
        response: {
          status: 200,
          description: 'One page.',
          schema: {
            type: 'object',
            required: ['data', 'included', 'page'],
            properties: {
              data: { type: 'array', items: record },
              included: reference('Included'),
              page: reference('Page'),
              asOf: { type: 'string', format: 'date-time' },
            },
            examples: [
              {
                data: [],
                included: {},
                page: { limit: 25, total: 0, totalIsExact: true, next: null, previous: null },
                asOf: '2026-03-01T09:30:00.000Z',
              },
            ],
          },
        },
      }),
    },
  }
}

/** Choices for pickers, and metrics. */
const choicePaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const many = resource.label.many.toLowerCase()
  const tag = resource.label.many
  return {
    [`${base}/options`]: {
      get: operation({
        id: `options${name}`,
        summary: `Choices among ${many}`,
        tag,
        problems: [400, 403],
        response: {
          status: 200,
          description: 'Choices for a picker.',
          schema: { type: 'array', items: reference('Option') },
        },
        parameters: [
          query('search', 'Every word must occur.', { type: 'string', maxLength: 200 }),
          query('ids', 'Only these, by comma.'),
          filter,
          query('limit', 'Most choices.', whole(1, MAX_LIMIT, DEFAULT_LIMIT)),
        ],
      }),
    },
    [`${base}/aggregate`]: {
      get: operation({
        id: `aggregate${name}`,
        summary: `Key metrics of ${many}`,
        tag,
        problems: [400, 403],
        response: {
          status: 200,
          description: 'One entry for each group.',
          schema: { type: ['object', 'array'] },
        },
        parameters: [
          query('group', `Fields by comma; days and instants as \`field:${buckets.join('|')}\`.`),
          query(
            'measure',
            `\`count\` or \`${functions.filter((f) => f !== 'count').join('|')}:field\`, by comma.`,
          ),
          query('tz', "IANA zone; default the organisation's."),
          filter,
          query('search', 'Every word must occur.', { type: 'string', maxLength: 200 }),
        ],
      }),
    },
  }
}

/** One record and its history. */
const recordPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  const record = reference(pascal(resource.entity))
  return {
    [`${base}/{id}`]: {
      get: operation({
        id: `get${name}`,
        summary: `Get a ${one}`,
        tag,
        parameters: [
          id,
          query('trashed', 'Also when it is in the trash.', { type: 'string', enum: ['true'] }),
          asOf(
            'The record as it was at this instant, in the trash or not, cut by the rights of today.',
          ),
        ],
        problems: [400, 403, 404],
        response: {
          status: 200,
          description: 'The record.',
          headers: { ETag: headers.ETag },
          schema: data(record, { included: reference('Included') }),
        },
      }),
    },
    [`${base}/{id}/where-used`]: {
      get: operation({
        id: `whereUsed${name}`,
        summary: `Records that refer to a ${one}`,
        tag,
        parameters: [
          id,
          query('trashed', 'Also those in the trash: they count for a permanent deletion.', {
            type: 'string',
            enum: ['true'],
          }),
        ],
        problems: [400, 403, 404],
        response: {
          status: 200,
          description:
            'By collection and field, each cut by the rights of the caller: rows, references and titles that they cannot read are missing, and not counted.',
          schema: whereUsed,
        },
      }),
    },
    [`${base}/{id}/history`]: {
      get: operation({
        id: `history${name}`,
        summary: `History of a ${one}`,
        tag,
        parameters: pastParameters(200, 50),
        problems: [400, 403, 404],
        response: {
          status: 200,
          description: 'Revisions with actor, time and patch, newest first.',
          schema: pageOf(
            { type: 'object' },
            { data: [], included: {}, page: { limit: 50, next: null } },
          ),
        },
      }),
    },
  }
}

/** Media type of a document, without parameters. */
const mediaTypeOf = (type: DocumentType): string => DOCUMENT_TYPES[type].split(';', 1)[0]!

/** Documents of a record. */
const documentPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const tag = resource.label.many
  return Object.fromEntries(
    (resource.documents ?? []).map(({ type = 'pdf' as const, ...d }) => [
      `${base}/{id}/${d.name}.${type}`,
      {
        get: operation({
          id: `${d.name}${name}`,
          summary: d.label,
          tag,
          parameters: [id],
          problems: [400, 403, 404],
          response: {
            status: 200,
            description: `${type.toUpperCase()}.`,
            type: mediaTypeOf(type),
            schema: { type: 'string', contentMediaType: mediaTypeOf(type) },
          },
        }),
      },
    ]),
  )
}

/** Previews of actions. */
const previewPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  return {
    [`${base}/{id}/previews/{preview}`]: {
      get: operation({
        id: `preview${name}`,
        summary: `What an action would do to a ${one}, or what is known of it`,
        tag,
        parameters: [
          id,
          inPath('preview', 'Name of the preview. Its input may be in the query.', {
            type: 'string',
          }),
        ],
        problems: [400, 403, 404, 409, 422],
        response: {
          status: 200,
          description: 'Computed from what the caller may read; nothing changes.',
          schema: data({}),
        },
      }),
    },
  }
}

/** All paths of a collection that only read. */
export const readingPaths = (resource: ResourceModel): Record<string, PathItem> => ({
  ...listPaths(resource),
  ...choicePaths(resource),
  ...recordPaths(resource),
  ...timelinePaths(resource),
  ...tagPaths(resource),
  ...reminderPaths(resource),
  ...documentPaths(resource),
  ...previewPaths(resource),
})
