import { MAX_NOTE, MAX_TIMELINE_PAGE, TIMELINE_PAGE, timelineKinds } from '../timeline.ts'
import type { ResourceModel } from '../types.ts'
import {
  data,
  headers,
  idempotencyKey,
  inPath,
  operation,
  query,
  type PathItem,
} from './operations.ts'
import { pascal, reference, type Schema } from './schemas.ts'

const id = inPath('id', 'Id of the record.')
const note = inPath('note', 'Id of the note.')
const cursor = query('cursor', 'From `page.next`.')

/** `limit` for pages of a record's history. */
export const pageLimit = (maximum: number, fallback: number): Schema =>
  query('limit', 'Entries of a page.', {
    type: 'integer',
    minimum: 1,
    maximum,
    default: fallback,
  })

/** Response of a page that continues at its `next`. */
export const pageOf = (items: Schema, example: unknown): Schema => ({
  type: 'object',
  required: ['data', 'included', 'page'],
  properties: {
    data: { type: 'array', items },
    included: reference('Included'),
    page: {
      type: 'object',
      required: ['limit', 'next'],
      properties: { limit: { type: 'integer' }, next: { type: ['string', 'null'] } },
    },
  },
  examples: [example],
})

/** Parameters of a page of a record's history. */
export const pastParameters = (maximum: number, fallback: number): Schema[] => [
  id,
  pageLimit(maximum, fallback),
  cursor,
]

const person: Schema = {
  type: 'object',
  properties: { id: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } },
}

const entry: Schema = {
  type: 'object',
  required: ['kind', 'id', 'at'],
  properties: {
    kind: {
      type: 'string',
      enum: timelineKinds.filter((kind) => kind !== 'file' && kind !== 'job'),
    },
    id: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
  },
  additionalProperties: true,
}

const noteEntry: Schema = {
  type: 'object',
  required: ['kind', 'id', 'note', 'at', 'actor', 'mine', 'text', 'editedAt', 'deletedAt'],
  properties: {
    kind: { const: 'note' },
    id: { type: 'string' },
    note: { type: 'string', format: 'uuid' },
    at: { type: 'string', format: 'date-time' },
    actor: person,
    mine: { type: 'boolean' },
    text: { type: ['string', 'null'], description: 'Markdown; null once deleted.' },
    editedAt: { type: ['string', 'null'] },
    deletedAt: { type: ['string', 'null'] },
    earlier: { type: 'array', items: { type: 'object' }, description: 'Texts before each edit.' },
  },
}
const operationId = { 'X-Operation-Id': headers['X-Operation-Id'] }
const sample = {
  kind: 'note',
  id: 'note:01900000-0000-7000-8000-000000000001',
  note: '01900000-0000-7000-8000-000000000001',
  at: '2026-03-01T09:30:00.000Z',
  actor: { id: '01900000-0000-7000-8000-000000000002', name: 'Ada' },
  mine: true,
  text: 'Called them: **wait** until Monday.',
  editedAt: null,
  deletedAt: null,
  earlier: [],
}

const noteBody: Schema = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NOTE,
      description: 'Markdown. `@[<id>]` mentions a person; it grants them nothing.',
    },
  },
  examples: [{ text: 'Please look at this, @[01900000-0000-7000-8000-000000000002].' }],
}

const done = { status: 204, description: 'Done.', headers: operationId }

const baseOf = (resource: ResourceModel): string => `/api/${resource.collection}/{id}`

const readingPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = baseOf(resource)
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  return {
    [`${base}/timeline`]: {
      get: operation({
        id: `timeline${name}`,
        summary: `What happened to a ${one}`,
        tag,
        parameters: [
          ...pastParameters(MAX_TIMELINE_PAGE, TIMELINE_PAGE),
          query('kind', `Only these, by comma: ${timelineKinds.join(', ')}.`),
        ],
        problems: [400, 403, 404],
        response: {
          status: 200,
          description:
            'Everything that happened, newest first, each entry cut by the rights of the caller. `kinds` has those that the record can have.',
          schema: pageOf(entry, {
            data: [sample],
            included: {},
            page: { limit: TIMELINE_PAGE, next: null },
          }),
        },
      }),
    },
    [`${base}/people`]: {
      get: operation({
        id: `people${name}`,
        summary: `Who follows a ${one}, and who can be mentioned`,
        tag,
        parameters: [
          id,
          query('search', 'Every word must occur.', { type: 'string', maxLength: 200 }),
        ],
        problems: [400, 403, 404],
        response: {
          status: 200,
          description:
            'People by the rights of the caller; `sees` is false for who may not read it.',
          schema: {
            type: 'object',
            required: ['following', 'followers', 'data'],
            properties: {
              following: { type: 'boolean' },
              followers: { type: 'array', items: person },
              data: { type: 'array', items: person },
            },
          },
        },
      }),
    },
  }
}

const notePaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = baseOf(resource)
  const name = pascal(resource.entity)
  const tag = resource.label.many
  return {
    [`${base}/notes`]: {
      post: operation({
        id: `writeNote${name}`,
        summary: `Write a note about a ${resource.label.one.toLowerCase()}`,
        tag,
        parameters: [id, idempotencyKey],
        body: noteBody,
        problems: [400, 403, 404, 413, 415, 422],
        response: {
          status: 201,
          description: 'Written. Colleagues read it, customers never do.',
          headers: operationId,
          schema: data(noteEntry, { included: reference('Included') }),
        },
      }),
    },
    [`${base}/notes/{note}`]: {
      patch: operation({
        id: `editNote${name}`,
        summary: 'Change a note of your own',
        tag,
        parameters: [id, note, idempotencyKey],
        body: noteBody,
        problems: [400, 403, 404, 413, 415, 422],
        response: {
          status: 200,
          description: 'The note; its earlier texts are kept.',
          headers: operationId,
          schema: data(noteEntry, { included: reference('Included') }),
        },
      }),
      delete: operation({
        id: `deleteNote${name}`,
        summary: 'Delete a note of your own',
        tag,
        parameters: [id, note, idempotencyKey],
        problems: [400, 403, 404, 422],
        response: done,
      }),
    },
  }
}

const followPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  return {
    [`${baseOf(resource)}/follow`]: {
      put: operation({
        id: `follow${name}`,
        summary: `Follow a ${one}`,
        tag,
        parameters: [id, idempotencyKey],
        problems: [400, 403, 404, 422],
        response: done,
      }),
      delete: operation({
        id: `unfollow${name}`,
        summary: `Follow a ${one} no longer`,
        tag,
        parameters: [id, idempotencyKey],
        problems: [400, 403, 404, 422],
        response: done,
      }),
    },
  }
}

/** Timeline, notes and followers of a collection. */
export const timelinePaths = (resource: ResourceModel): Record<string, PathItem> => ({
  ...readingPaths(resource),
  ...notePaths(resource),
  ...followPaths(resource),
})
