import { own } from '#schemas/define/own.ts'
import type { ResourceModel } from '../types.ts'
import {
  data,
  headers,
  idempotencyKey,
  inPath,
  operation,
  query,
  type Operation,
  type PathItem,
} from './operations.ts'
import { usedBy } from './reading.ts'
import { messageMembers, pascal, reference, type Schema } from './schemas.ts'
import * as examples from './changeExamples.ts'

const uuid: Schema = { type: 'string', format: 'uuid' }
const optional = (type: string, more: Schema = {}): Schema => ({ type: [type, 'null'], ...more })
const outcome: Schema = {
  type: 'string',
  enum: ['done', 'unchanged', 'refused', 'changed', 'gone', 'not_processed'],
  description: '`changed`: somebody changed the record since, so it was left alone.',
}
const counts: Schema = {
  type: 'object',
  description: 'Rows by outcome.',
  additionalProperties: { type: 'integer' },
}

const later: Schema = {
  type: 'array',
  description:
    'Changes since by others, newest first, at most five; cut by the rights of the caller.',
  items: {
    type: 'object',
    required: ['by', 'at', 'action', 'fields'],
    additionalProperties: false,
    properties: {
      by: optional('string'),
      at: { type: 'string', format: 'date-time' },
      action: { type: 'string' },
      fields: { type: 'array', items: { type: 'string' } },
    },
  },
}

const row: Schema = {
  type: 'object',
  required: ['collection', 'id', 'title', 'outcome', 'path', 'code', 'message'],
  additionalProperties: false,
  properties: {
    n: { type: 'integer' },
    collection: optional('string'),
    id: uuid,
    title: optional('string'),
    outcome,
    path: optional('string', { description: 'The field of a refusal.' }),
    code: optional('string'),
    message: optional('string'),
    ...messageMembers,
    later,
  },
  examples: [examples.row],
}

/** Responses of bulk actions and undo. */
export const changeSchemas: Readonly<Record<string, Schema>> = {
  Operation: {
    type: 'object',
    description: 'What somebody did in one go; kept for 30 days.',
    required: ['id', 'at', 'kind', 'state', 'canUndo', 'expiresAt'],
    properties: {
      id: uuid,
      at: { type: 'string', format: 'date-time' },
      kind: {
        type: 'string',
        enum: [
          'create',
          'update',
          'delete',
          'purge',
          'restore',
          'transition',
          'action',
          'import',
          'bulk',
          'undo',
        ],
      },
      name: optional('string', { description: 'The transition or action.' }),
      channel: { type: 'string' },
      collection: optional('string'),
      recordId: optional('string', { format: 'uuid' }),
      title: optional('string'),
      by: optional('string'),
      state: { type: 'string', enum: ['running', 'done', 'cancelled', 'failed'] },
      count: optional('integer'),
      counts: { anyOf: [counts, { type: 'null' }] },
      jobId: optional('string', { format: 'uuid' }),
      waiting: { type: 'boolean' },
      undoOf: optional('string', { format: 'uuid' }),
      undoneBy: optional('string', { format: 'uuid' }),
      canUndo: { type: 'boolean' },
      expiresAt: { type: 'string', format: 'date-time' },
    },
    examples: [examples.operation],
  },
  DryRun: {
    type: 'object',
    description: 'What would happen. Beyond 5,000 rows the counts are an estimate.',
    required: ['count', 'examined', 'estimate', 'counts', 'reasons', 'rows'],
    properties: {
      operationId: uuid,
      planHash: { type: 'string', description: 'Carrying it out asks for this, for an hour.' },
      undoes: uuid,
      approvals: {
        type: 'array',
        items: { type: 'string' },
        description: 'What others must approve first, as the schema declares it.',
      },
      quorum: { type: 'integer', description: 'How many people must approve; 0 for none.' },
      count: { type: 'integer' },
      examined: { type: 'integer' },
      estimate: { type: 'boolean' },
      counts,
      reasons: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            code: { type: 'string' },
            message: optional('string'),
            ...messageMembers,
            count: { type: 'integer' },
          },
        },
      },
      refusals: {
        type: 'array',
        description: 'The first 100. `later` says who changed a record since.',
        items: row,
      },
      used: {
        type: 'array',
        description:
          'What refers to the records, if they are deleted or end in a final state; cut by the rights of the caller.',
        items: usedBy,
      },
      rows: {
        type: 'array',
        description: 'The first ten with their changes, `{ field: [before, after] }`.',
        items: {
          type: 'object',
          required: ['collection', 'id', 'title', 'changes'],
          properties: {
            collection: { type: 'string' },
            id: uuid,
            title: optional('string'),
            changes: { type: 'object', additionalProperties: { type: 'array' } },
          },
        },
      },
    },
    examples: [examples.dryRun],
  },
  OperationRow: row,
}

const result = { anyOf: [reference('DryRun'), reference('Operation')] }
const carried = {
  response: {
    status: 200,
    description: 'With `dryRun` what would happen, else what was done.',
    headers: { 'X-Operation-Id': headers['X-Operation-Id'] },
    schema: {
      ...data(result),
      examples: [{ data: examples.dryRun }, { data: examples.operation }],
    },
  },
  later: {
    status: 202,
    description: 'More than 50 rows: a job does it.',
    headers: { 'X-Operation-Id': headers['X-Operation-Id'], Location: headers.Location },
    schema: { ...data(reference('Operation')), examples: [{ data: examples.running }] },
  },
} as const

const carriedOrRequested = {
  ...carried.later,
  description:
    'More than 50 rows: a job does it. If others must approve it first, nothing is changed yet, `data.id` is the request with the state `pending`, and `Location` is its address.',
  schema: {
    ...data({ anyOf: [reference('Operation'), reference('ApprovalState')] }),
    examples: [{ data: examples.running }],
  },
}

/** A change that the example of a bulk makes: to a value that fits. */
const changeOf = (resource: ResourceModel): Record<string, unknown> => {
  const field = resource.fields.find(
    (f) => !f.derived && !f.immutable && !f.unique && ['boolean', 'enum', 'text'].includes(f.kind),
  )
  const [transition] = resource.transitions
  if (field) {
    const options = { boolean: true, enum: field.options?.[0]?.value, text: 'New value' }
    return { patch: { [field.name]: own<unknown>(options, field.kind) } }
  }
  return transition ? { transition: transition.name } : { delete: true }
}

const recordIds: Schema = { type: 'array', items: uuid, maxItems: 1000 }
const changeWith = (name: string, schema: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  required: [name],
  additionalProperties: false,
  properties: { [name]: schema, ...more },
})
const shortText: Schema = { type: 'string', minLength: 1, maxLength: 100 }
const always: Schema = { const: true }

const bulkChange: Schema = {
  oneOf: [
    changeWith('patch', { type: 'object', additionalProperties: true }),
    changeWith('transition', shortText, { input: {} }),
    changeWith('action', shortText, { input: {} }),
    changeWith('delete', always),
    changeWith('restore', always),
    changeWith('purge', always),
  ],
}

const bulkProperties = {
  ids: { ...recordIds, minItems: 1 },
  filter: {
    type: 'object',
    description: 'As in the address of the list: `{ "price": { "gte": 5 } }`.',
    additionalProperties: true,
  },
  search: { type: 'string', maxLength: 200 },
  except: recordIds,
  trashed: { type: 'boolean' },
  expected: {
    type: 'integer',
    minimum: 1,
    description: 'How many you believe there are; required with a filter or search.',
  },
  do: bulkChange,
  reason: { type: 'string', maxLength: 1000 },
  dryRun: { type: 'boolean' },
  planHash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
}

/** `POST …/bulk` of a collection. */
export const bulkOperation = (resource: ResourceModel, tag: string): Operation => {
  return operation({
    id: `bulk${pascal(resource.entity)}`,
    summary: `Change many ${resource.label.many.toLowerCase()}`,
    tag,
    parameters: [idempotencyKey],
    problems: [400, 403, 409, 413, 415, 422, 428],
    body: {
      type: 'object',
      required: ['do'],
      additionalProperties: false,
      description:
        'First with `dryRun`, then the same with the `planHash` of the response: the rows of the plan are changed, those that somebody changed meanwhile are left alone. At most 50,000 rows.',
      properties: bulkProperties,
      examples: [
        {
          filter: { createdAt: { gte: '2026-01-01T00:00:00Z' } },
          expected: 300,
          do: changeOf(resource),
          dryRun: true,
        },
        {
          ids: [examples.row.id],
          do: changeOf(resource),
          planHash: examples.dryRun.planHash,
        },
      ],
    },
    ...carried,
    ...(resource.approvals ? { later: carriedOrRequested } : {}),
  })
}

const id = inPath('id', 'Id of the operation.')
const tag = 'Changes'
const page = {
  page: {
    type: 'object',
    required: ['limit', 'next'],
    properties: { limit: { type: 'integer' }, next: { type: ['string', 'integer', 'null'] } },
  },
}
const limit = query('limit', 'Rows of a page.', { type: 'integer', minimum: 1, maximum: 200 })

/** Operations and their undo. */
export const changePaths: Readonly<Record<string, PathItem>> = {
  '/api/operations': {
    get: operation({
      id: 'listOperations',
      summary: 'What you did in the last 30 days',
      tag,
      parameters: [limit, query('before', 'Id of the last one seen.', uuid)],
      problems: [400],
      response: {
        status: 200,
        description: 'Newest first.',
        schema: {
          ...data({ type: 'array', items: reference('Operation') }, page),
          examples: [{ data: [examples.operation], page: { limit: 25, next: null } }],
        },
      },
    }),
  },
  '/api/operations/{id}': {
    get: operation({
      id: 'getOperation',
      summary: 'An operation',
      tag,
      parameters: [id],
      problems: [400, 404],
      response: {
        status: 200,
        description: 'Your own, or that of others with the permission `undo` of the entity.',
        schema: { ...data(reference('Operation')), examples: [{ data: examples.operation }] },
      },
    }),
  },
  '/api/operations/{id}/rows': {
    get: operation({
      id: 'listOperationRows',
      summary: 'Rows of a bulk or an undo',
      tag,
      parameters: [
        id,
        { ...limit },
        query('after', 'Number of the last row seen.', { type: 'integer', minimum: 0 }),
        query('outcome', 'Only rows with this outcome.', {
          type: 'string',
          enum: ['done', 'unchanged', 'refused', 'changed', 'gone', 'not_processed'],
        }),
      ],
      problems: [400, 404],
      response: {
        status: 200,
        description: 'What became of each.',
        schema: {
          ...data({ type: 'array', items: reference('OperationRow') }, page),
          examples: [{ data: [examples.row], page: { limit: 50, next: null } }],
        },
      },
    }),
  },
  '/api/operations/{id}/rows.csv': {
    get: operation({
      id: 'exportOperationRows',
      summary: 'Rows of a bulk or an undo as CSV',
      tag,
      parameters: [id],
      problems: [400, 404],
      response: {
        status: 200,
        description: 'What became of each.',
        type: 'text/csv',
        schema: { type: 'string', examples: [examples.csv] },
      },
    }),
  },
  '/api/undo/{id}': {
    post: operation({
      id: 'undoOperation',
      summary: 'Undo an operation',
      tag,
      parameters: [id, idempotencyKey],
      problems: [400, 403, 404, 409, 413, 415, 422],
      body: {
        type: 'object',
        additionalProperties: false,
        properties: { dryRun: { type: 'boolean' } },
        examples: [{ dryRun: true }],
      },
      bodyOptional: true,
      ...carried,
    }),
  },
}
