import { approvalRequested } from './approvals.ts'
import type { ResourceModel } from '../types.ts'
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

const rowHeaders = { ETag: headers.ETag, 'X-Operation-Id': headers['X-Operation-Id'] }
const noContent = { 'X-Operation-Id': headers['X-Operation-Id'] }
const changing = {
  parameters: [inPath('id', 'Id of the record.'), ifMatch, idempotencyKey],
  problems: [400, 403, 404, 409, 412, 413, 415, 422, 428],
}
const changed = (resource: ResourceModel) => ({
  status: 200,
  description: 'The record as it now is.',
  headers: rowHeaders,
  schema: data(reference(pascal(resource.entity))),
})

const tableForm: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      description: 'An XLSX workbook up to 25 MB, or CSV up to 100 MB; 200,000 rows.',
    },
  },
}

const importForm: Schema = {
  type: 'object',
  required: ['file', 'mapping', 'mode'],
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'text/csv',
      description:
        'CSV up to 100 MB, in UTF-8, UTF-16 or Windows-1252, or the first sheet of an XLSX workbook up to 25 MB; 200,000 rows.',
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
      description: 'A unique field, or `id`, by which existing records are found.',
    },
    history: {
      type: 'string',
      enum: ['true', 'false'],
      default: 'false',
      description:
        'The rows are records of another system. New ones keep their state, and may give `createdAt` and what the server otherwise computes; existing ones are never changed. Needs the permission `import.history` of the entity.',
    },
    headerRow: {
      type: 'string',
      pattern: '^[1-9]\\d{0,3}$',
      description:
        'The line of the file with the names of the columns, from 1 to 1000, where a title or other text is above it; default: the first line that is not empty.',
    },
    language: {
      type: 'string',
      enum: ['en', 'pt', 'ar'],
      description: 'Of the reasons in the report; default: that of the request.',
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

/** The 202 of collections where others may have to approve first. */
const asked = ({ approvals }: ResourceModel) => (approvals ? { later: approvalRequested } : {})

/** Transitions and actions; none for a collection without. */
export const actionPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  const record = reference(pascal(resource.entity))
  const names = [
    ...new Set(resource.transitions.map((t) => t.name)),
    ...resource.actions.map((a) => a.name),
  ]
  if (!names.length) return {}
  return {
    [`${base}/{id}/actions/{action}`]: {
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
        ...asked(resource),
        response: {
          ...changed(resource),
          schema: data(record, { result: { description: 'What else the action returns.' } }),
        },
      }),
    },
  }
}

/** Creates records: one, by import, or many at once. */
export const creationPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  const record = reference(pascal(resource.entity))
  return {
    [base]: {
      post: operation({
        id: `create${name}`,
        summary: `Create a ${one}`,
        tag,
        parameters: [idempotencyKey],
        body: reference(`${name}Create`),
        problems: [400, 403, 409, 413, 415, 422],
        response: {
          status: 201,
          description: 'Created.',
          headers: { ...rowHeaders, Location: headers.Location },
          schema: data(record),
        },
        ...asked(resource),
      }),
    },
    [`${base}/import`]: {
      post: operation({
        id: `import${name}`,
        summary: `Import ${resource.label.many.toLowerCase()}`,
        tag,
        parameters: [idempotencyKey],
        multipart: importForm,
        problems: [400, 403, 413, 415, 422],
        response: {
          status: 202,
          description: 'The job that imports.',
          schema: data(reference('Job')),
        },
      }),
    },
    [`${base}/import/table`]: {
      post: operation({
        id: `readTableOf${name}`,
        summary: `Read a workbook of ${resource.label.many.toLowerCase()} as CSV`,
        tag,
        multipart: tableForm,
        problems: [400, 403, 413, 415, 422],
        response: {
          status: 200,
          description: 'The first sheet as CSV in UTF-8. Nothing is stored.',
          type: 'text/csv',
          schema: { type: 'string' },
        },
      }),
    },
    [`${base}/bulk`]: { post: bulkOperation(resource, tag) },
  }
}

/** Changes and deletes a record. */
const changePaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  return {
    [`${base}/{id}`]: {
      patch: operation({
        id: `patch${name}`,
        summary: `Change a ${one}`,
        tag,
        ...changing,
        body: reference(`${name}Patch`),
        ...asked(resource),
        response: changed(resource),
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
        ...asked(resource),
        response: { status: 204, description: 'Deleted.', headers: noContent },
      }),
    },
  }
}

/** Brings back a deleted record or an earlier version. */
const restorePaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  return {
    [`${base}/{id}/restore`]: {
      post: operation({
        id: `restore${name}`,
        summary: `Take a ${one} out of the trash`,
        tag,
        ...changing,
        response: changed(resource),
      }),
    },
    [`${base}/{id}/history/{revision}/restore`]: {
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
        ...asked(resource),
        response: changed(resource),
      }),
    },
  }
}

/** Changes a record that exists. */
export const recordChangePaths = (resource: ResourceModel): Record<string, PathItem> => ({
  ...changePaths(resource),
  ...restorePaths(resource),
})
