import { buckets, functions } from '../aggregateQuery.ts'
import type { ResourceModel } from '../types.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../urlQuery.ts'
import { bulkOperation } from './changes.ts'
import {
  data,
  headers,
  idempotencyKey,
  ifMatch,
  inPath,
  operation,
  query,
  type PathItem,
} from './operations.ts'
import { pascal, reference, type Schema } from './schemas.ts'
import { pageOf, pastParameters, timelinePaths } from './timeline.ts'

const filter: Schema = {
  name: 'filter',
  in: 'query',
  style: 'deepObject',
  explode: true,
  description:
    'Conditions: `filter[field]=v`, `filter[field][op]=v`, `filter[ref.field][op]=v`, groups `filter[or][0]…`, `filter[and][0]…`, `filter[not]…`.',
  schema: { type: 'object', additionalProperties: true },
}
const whole = (minimum: number, maximum: number, fallback?: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
  ...(fallback === undefined ? {} : { default: fallback }),
})

const listParameters = (resource: ResourceModel): Schema[] => [
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

const id = inPath('id', 'Id of the record.')
const rowHeaders = { ETag: headers.ETag, 'X-Operation-Id': headers['X-Operation-Id'] }
const noContent = { 'X-Operation-Id': headers['X-Operation-Id'] }

const reading = (
  resource: ResourceModel,
  tag: string,
  record: Schema,
): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const { entity } = resource
  const name = pascal(entity)
  const one = resource.label.one.toLowerCase()
  const many = resource.label.many.toLowerCase()
  return {
    [base]: {
      get: operation({
        id: `list${name}`,
        summary: `List ${many}`,
        tag,
        parameters: listParameters(resource),
        problems: [400, 403],
        answer: {
          status: 200,
          description: 'One page.',
          schema: {
            type: 'object',
            required: ['data', 'included', 'page'],
            properties: {
              data: { type: 'array', items: record },
              included: reference('Included'),
              page: reference('Page'),
            },
          },
        },
      }),
    },
    [`${base}/export.csv`]: {
      get: operation({
        id: `export${name}Csv`,
        summary: `Export ${many} as CSV`,
        tag,
        parameters: listParameters(resource),
        problems: [400, 403],
        answer: {
          status: 200,
          description: 'All rows of the list.',
          type: 'text/csv',
          schema: { type: 'string' },
        },
      }),
    },
    [`${base}/options`]: {
      get: operation({
        id: `options${name}`,
        summary: `Choices among ${many}`,
        tag,
        problems: [400, 403],
        answer: {
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
        answer: {
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
    [`${base}/{id}`]: {
      get: operation({
        id: `get${name}`,
        summary: `Get a ${one}`,
        tag,
        parameters: [
          id,
          query('trashed', 'Also when it is in the trash.', { type: 'string', enum: ['true'] }),
          query(
            'asOf',
            'The record as it was at this instant, in the trash or not, cut by the rights of today.',
            { type: 'string', format: 'date-time', examples: ['2026-03-01T09:30:00.000Z'] },
          ),
        ],
        problems: [400, 403, 404],
        answer: {
          status: 200,
          description: 'The record.',
          headers: { ETag: headers.ETag },
          schema: data(record, { included: reference('Included') }),
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
        answer: {
          status: 200,
          description: 'Revisions with actor, time and patch, newest first.',
          schema: pageOf(
            { type: 'object' },
            { data: [], included: {}, page: { limit: 50, next: null } },
          ),
        },
      }),
    },
    ...timelinePaths(resource),
    ...Object.fromEntries(
      (resource.documents ?? []).map((d) => [
        `${base}/{id}/${d.name}.pdf`,
        {
          get: operation({
            id: `${d.name}${name}`,
            summary: d.label,
            tag,
            parameters: [id],
            problems: [400, 403, 404],
            answer: {
              status: 200,
              description: 'PDF.',
              type: 'application/pdf',
              schema: { type: 'string', contentMediaType: 'application/pdf' },
            },
          }),
        },
      ]),
    ),
    [`${base}/{id}/previews/{preview}`]: {
      get: operation({
        id: `preview${name}`,
        summary: `What an action would do to a ${one}, or what is known of it`,
        tag,
        parameters: [
          id,
          inPath('preview', 'Name of the preview. What it is given may stand in the query.', {
            type: 'string',
          }),
        ],
        problems: [400, 403, 404, 409, 422],
        answer: {
          status: 200,
          description: 'Computed from what the caller may read; nothing changes.',
          schema: data({}),
        },
      }),
    },
  }
}

const importForm: Schema = {
  type: 'object',
  required: ['file', 'mapping', 'mode'],
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'text/csv',
      description: 'CSV, up to 100 MB or 200,000 rows.',
    },
    mapping: {
      type: 'string',
      contentMediaType: 'application/json',
      description:
        'How columns become fields. Another `state` is a transition: it needs its permission, must be possible from the state of the record and, where the transition asks for one, a `reason`.',
    },
    mode: { type: 'string', enum: ['dry-run', 'atomic', 'partial'] },
    upsertBy: {
      type: 'string',
      description: 'A unique field by which existing records are found.',
    },
    history: {
      type: 'string',
      enum: ['true', 'false'],
      default: 'false',
      description:
        'The rows are records of another system. New ones keep their state, and may give `createdAt` and what the server otherwise computes; existing ones are never changed. Needs the permission `import.history` of the entity.',
    },
  },
}

/** A reason for transitions; each action has its own body. */
const actionBody = (resource: ResourceModel): Schema => {
  const transition: Schema = {
    type: 'object',
    properties: { reason: { type: 'string', maxLength: 1000 } },
  }
  if (!resource.actions.length) return transition
  return {
    anyOf: [
      ...(resource.transitions.length ? [transition] : []),
      ...resource.actions.map((a) => reference(`${pascal(resource.entity)}${pascal(a.name)}`)),
    ],
  }
}

/** All paths of one collection; same order and number as the mounted routes. */
export const collectionPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  const record = reference(name)
  const paths: Record<string, PathItem> = reading(resource, tag, record)
  const add = (path: string, item: PathItem): void => {
    paths[path] = { ...paths[path], ...item }
  }
  const key = [idempotencyKey]
  const changing = {
    parameters: [id, ifMatch, ...key],
    problems: [400, 403, 404, 409, 412, 413, 415, 422, 428],
  }
  const changed = {
    status: 200,
    description: 'The record as it now is.',
    headers: rowHeaders,
    schema: data(record),
  }
  const addActions = (): void => {
    const names = [
      ...new Set(resource.transitions.map((t) => t.name)),
      ...resource.actions.map((a) => a.name),
    ]
    if (!names.length) return
    add(`${base}/{id}/actions/{action}`, {
      post: operation({
        id: `act${name}`,
        summary: `Change the state of a ${one}, or take another action`,
        tag,
        ...changing,
        parameters: [
          ...changing.parameters,
          inPath('action', 'The state to reach, or the name of an action.', {
            type: 'string',
            enum: names,
          }),
        ],
        body: actionBody(resource),
        bodyOptional: true,
        answer: {
          ...changed,
          schema: data(record, { result: { description: 'What the action answers besides.' } }),
        },
      }),
    })
  }
  if (resource.readOnly) {
    addActions()
    return paths
  }
  add(base, {
    post: operation({
      id: `create${name}`,
      summary: `Create a ${one}`,
      tag,
      parameters: key,
      body: reference(`${name}Create`),
      problems: [400, 403, 409, 413, 415, 422],
      answer: {
        status: 201,
        description: 'Created.',
        headers: { ...rowHeaders, Location: headers.Location },
        schema: data(record),
      },
    }),
  })
  add(`${base}/import`, {
    post: operation({
      id: `import${name}`,
      summary: `Import ${resource.label.many.toLowerCase()}`,
      tag,
      parameters: key,
      multipart: importForm,
      problems: [400, 403, 413, 415, 422],
      answer: { status: 202, description: 'The job that imports.', schema: data(reference('Job')) },
    }),
  })
  add(`${base}/bulk`, { post: bulkOperation(resource, tag) })
  addActions()
  if (resource.appendOnly) return paths
  add(`${base}/{id}`, {
    patch: operation({
      id: `patch${name}`,
      summary: `Change a ${one}`,
      tag,
      ...changing,
      body: reference(`${name}Patch`),
      answer: changed,
    }),
    delete: operation({
      id: `delete${name}`,
      summary: `Delete a ${one}`,
      tag,
      ...changing,
      parameters: [
        ...changing.parameters,
        query('purge', 'Deletes permanently instead of moving to the trash.', {
          type: 'string',
          enum: ['true'],
        }),
      ],
      answer: { status: 204, description: 'Deleted.', headers: noContent },
    }),
  })
  add(`${base}/{id}/restore`, {
    post: operation({
      id: `restore${name}`,
      summary: `Take a ${one} out of the trash`,
      tag,
      ...changing,
      answer: changed,
    }),
  })
  add(`${base}/{id}/history/{revision}/restore`, {
    post: operation({
      id: `restoreRevision${name}`,
      summary: `Bring back an earlier version of a ${one}`,
      tag,
      ...changing,
      parameters: [
        ...changing.parameters,
        inPath('revision', 'Revision of the history.', { type: 'string' }),
      ],
      body: {
        type: 'object',
        required: ['fields'],
        additionalProperties: false,
        properties: {
          fields: { type: 'array', minItems: 1, maxItems: 200, items: { type: 'string' } },
        },
        examples: [{ fields: [resource.title] }],
      },
      bodyOptional: true,
      answer: changed,
    }),
  })
  return paths
}
