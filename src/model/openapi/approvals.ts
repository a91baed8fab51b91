import {
  APPROVAL_PAGE,
  approvalKinds,
  approvalStates,
  approvalViews,
  MAX_APPROVAL_PAGE,
  repeatable,
} from '../approvals.ts'
import { data, headers, idempotencyKey, inPath, operation, query } from './operations.ts'
import type { Operation, PathItem } from './operations.ts'
import { messageMembers, reference, type Schema } from './schemas.ts'

const uuid: Schema = { type: 'string', format: 'uuid' }
const optional = (type: string, more: Schema = {}): Schema => ({ type: [type, 'null'], ...more })
const instant: Schema = { type: 'string', format: 'date-time' }
const state: Schema = { type: 'string', enum: [...approvalStates] }
const person: Schema = {
  type: 'object',
  properties: { id: optional('string'), name: optional('string') },
}
const hash: Schema = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: '`hash` of the request as it was reviewed.',
}
const sampleId = '01900000-0000-7000-8000-000000000001'
const sampleHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

const sample = {
  id: sampleId,
  collection: 'payment-transactions',
  recordId: '01900000-0000-7000-8000-000000000002',
  version: 3,
  title: 'PAY-000012',
  kind: 'action',
  name: 'refund',
  input: { amount: 25_000, reason: 'Cancelled by the hotel' },
  approvals: ['refund'],
  changes: {},
  others: [],
  bulk: null,
  hash: sampleHash,
  requester: { id: '01900000-0000-7000-8000-000000000003', name: 'Ada' },
  mine: false,
  canApprove: true,
  canOverride: false,
  at: '2026-03-01T09:30:00.000Z',
  expiresAt: '2026-03-04T09:30:00.000Z',
  endedAt: null,
  state: 'pending',
  quorum: 1,
  votes: [],
  overriddenBy: null,
  code: null,
  reason: null,
  operationId: null,
}

/** Shapes of requests for approval. */
export const approvalSchemas: Readonly<Record<string, Schema>> = {
  Approval: {
    type: 'object',
    description:
      'A change that waits for other people. Only who asked, and who can read every field it shows and has the permissions, sees it.',
    required: ['id', 'collection', 'recordId', 'version', 'changes', 'hash', 'state', 'quorum'],
    properties: {
      id: uuid,
      collection: { type: 'string' },
      recordId: optional('string', {
        format: 'uuid',
        description: 'Null for a bulk, and for a record that would be created, until it is.',
      }),
      version: optional('integer', { description: 'Version of the record it is about.' }),
      title: optional('string'),
      kind: { type: ['string', 'null'], enum: [...approvalKinds, null] },
      name: optional('string', { description: 'The transition or action.' }),
      input: { description: 'Input of the action or transition; the new values of a bulk.' },
      approvals: {
        type: 'array',
        items: { type: 'string' },
        description: 'What needs the approval, as the schema declares it.',
      },
      changes: {
        type: 'object',
        additionalProperties: { type: 'array' },
        description: '`{ field: [before, after] }` of the record, exactly as applied later.',
      },
      others: {
        type: 'array',
        description: 'Other records it changes or creates, as far as you may read them.',
        items: {
          type: 'object',
          required: ['collection', 'id', 'title', 'created', 'changes'],
          properties: {
            collection: { type: 'string' },
            id: optional('string', { description: 'Null for a record that would be created.' }),
            title: optional('string'),
            created: { type: 'boolean' },
            changes: { type: 'object', additionalProperties: { type: 'array' } },
          },
        },
      },
      bulk: {
        description:
          'The dry run of a bulk: `count`, `counts`, `examined`, `estimate`, `reasons`, the first `rows`, and its `filter` and `search`. Null for one record. Its rows are applied at the versions that were tried, and what it refused is not tried again.',
        anyOf: [reference('DryRun'), { type: 'null' }],
      },
      used: {
        type: 'array',
        description: 'What refers to the records that a bulk deletes or ends.',
      },
      hash,
      requester: person,
      mine: { type: 'boolean' },
      canApprove: { type: 'boolean', description: 'You may approve or reject it now.' },
      canOverride: {
        type: 'boolean',
        description: 'You may apply it now without approval, with a reason.',
      },
      at: instant,
      expiresAt: instant,
      endedAt: optional('string'),
      state,
      quorum: { type: 'integer', minimum: 1, maximum: 5 },
      votes: { type: 'array', items: person },
      overriddenBy: { anyOf: [person, { type: 'null' }] },
      code: optional('string', { description: 'Why it could not be applied.' }),
      reason: optional('string', { description: 'Of a person, or a message of the rules.' }),
      ...messageMembers,
      operationId: optional('string', { format: 'uuid', description: 'Once it is applied.' }),
    },
    examples: [sample],
  },
  ApprovalState: {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: uuid, state },
    examples: [{ id: sampleId, state: 'pending' }],
  },
}

const operationId = { 'X-Operation-Id': headers['X-Operation-Id'] }

/** The 202 of a write that others must approve first. */
export const approvalRequested = {
  status: 202,
  description: 'Nothing is changed yet: others must approve it. `data.id` is the request.',
  headers: { ...operationId, Location: headers.Location },
  schema: data(reference('ApprovalState')),
} as const

const id = inPath('id', 'Id of the request.')
const decided = {
  status: 200,
  description:
    'The new state. With an `Idempotency-Key`, a request that the last vote approved is still `approved` and applied right after.',
  headers: operationId,
  schema: data(reference('ApprovalState')),
}

const decision = (
  name: string,
  summary: string,
  example?: Readonly<Record<string, string>>,
): Operation =>
  operation({
    id: `${name}Approval`,
    summary,
    tag: 'Approvals',
    parameters: [id, idempotencyKey],
    ...(example
      ? {
          body: {
            type: 'object',
            required: Object.keys(example),
            additionalProperties: false,
            properties: {
              hash,
              ...(example.reason
                ? { reason: { type: 'string', minLength: 1, maxLength: 1000 } }
                : {}),
            },
            examples: [example],
          } satisfies Schema,
        }
      : {}),
    problems: [400, 403, 404, 409, 413, 415, 422],
    response: decided,
  })

const reasoned = { hash: sampleHash, reason: 'The amount is too high.' }

/** `/api/approvals`. */
export const approvalPaths: Readonly<Record<string, PathItem>> = {
  '/api/approvals': {
    get: operation({
      id: 'listApprovals',
      summary: 'Requests to approve, your own, and those that ended',
      tag: 'Approvals',
      parameters: [
        query('view', 'Default `review`: what you may approve. `open`: what waits, yours too.', {
          type: 'string',
          enum: [...approvalViews],
          default: 'review',
        }),
        query('limit', 'Requests of a page.', {
          type: 'integer',
          minimum: 1,
          maximum: MAX_APPROVAL_PAGE,
          default: APPROVAL_PAGE,
        }),
        query('before', 'From `page.next`.', uuid),
        query('record', 'Only requests about this record.', uuid),
      ],
      problems: [400],
      response: {
        status: 200,
        description: 'Newest first.',
        schema: {
          type: 'object',
          required: ['data', 'page'],
          properties: {
            data: { type: 'array', items: reference('Approval') },
            page: {
              type: 'object',
              required: ['limit', 'next'],
              properties: { limit: { type: 'integer' }, next: optional('string') },
            },
          },
          examples: [{ data: [sample], page: { limit: APPROVAL_PAGE, next: null } }],
        },
      },
    }),
  },
  '/api/approvals/{id}': {
    get: operation({
      id: 'getApproval',
      summary: 'One request for approval',
      tag: 'Approvals',
      parameters: [id],
      problems: [400, 404],
      response: { status: 200, description: 'The request.', schema: data(reference('Approval')) },
    }),
  },
  '/api/approvals/{id}/approve': {
    post: decision('approve', 'Approve a request of somebody else', { hash: sampleHash }),
  },
  '/api/approvals/{id}/reject': {
    post: decision('reject', 'Reject a request of somebody else', reasoned),
  },
  '/api/approvals/{id}/override': {
    post: decision('override', 'Apply a request without approval, in an emergency', {
      ...reasoned,
      reason: 'The guest waits at the desk and nobody else is on duty.',
    }),
  },
  '/api/approvals/{id}/cancel': { post: decision('cancel', 'Withdraw your own request') },
  '/api/approvals/{id}/again': {
    post: operation({
      id: 'askApprovalAgain',
      summary: `Ask again for your own request that is ${repeatable.join(', ')}`,
      tag: 'Approvals',
      parameters: [id, idempotencyKey],
      problems: [400, 403, 404, 409, 412, 413, 415, 422],
      response: {
        status: 200,
        description: 'It needs no approval any more and is done.',
        headers: operationId,
        schema: data(reference('ApprovalState')),
      },
      later: approvalRequested,
    }),
  },
}
