import { noticeTypes } from '../notices.ts'
import { data, idempotencyKey, operation, query, type Operation } from './operations.ts'
import { messageMembers, type Schema } from './schemas.ts'

const string: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const instant: Schema = { type: 'string', format: 'date-time' }
const integer: Schema = { type: 'integer' }
const nullable = (schema: Schema): Schema => ({ oneOf: [{ type: 'null' }, schema] })
const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({ type: 'object', required, properties })

/** A text as its template and its values; what a person wrote has none. */
const message = object(messageMembers)

const item = object({
  id: uuid,
  type: {
    type: 'string',
    enum: noticeTypes,
  },
  title: nullable(string),
  body: nullable(string),
  messages: nullable(object({ title: message, body: message }, [])),
  link: nullable(string),
  resource: nullable(object({ type: string, id: uuid })),
  times: integer,
  at: instant,
  quiet: { type: 'boolean', description: 'It fell into the quiet hours of the caller.' },
  readAt: nullable(instant),
})
const unread: Schema = {
  type: 'integer',
  minimum: 0,
  maximum: 100,
  description: 'Unread ones; 100 means 100 or more.',
}

const channel: Schema = { type: 'string', enum: ['in_app', 'push', 'email'] }
const path: Schema = {
  type: ['string', 'null'],
  maxLength: 500,
  description: 'A path of the application.',
}
const strict = (schema: Schema): Schema => ({ ...schema, additionalProperties: false })
const state: Schema = { type: 'string', enum: ['sent', 'no_device'] }

/** A person's own notifications, and the preview of a message to many. */
export const noticePaths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/api/me/notifications': {
    get: operation({
      id: 'myNotifications',
      summary: 'Notifications of the caller',
      tag: 'Notifications',
      problems: [400],
      parameters: [
        query('limit', 'Default 25.', { type: 'integer', minimum: 1, maximum: 100 }),
        query('cursor', 'The `next` of the page before.'),
        query('unread', 'Only unread ones.', { type: 'string', enum: ['true'] }),
      ],
      response: {
        status: 200,
        description:
          'Newest first; title and body are null where the caller may not read what it is about.',
        schema: object({ data: { type: 'array', items: item }, unread, next: nullable(string) }),
      },
    }),
  },
  '/api/me/notifications/read': {
    post: operation({
      id: 'readNotifications',
      summary: 'Mark own notices as read',
      tag: 'Notifications',
      parameters: [idempotencyKey],
      body: {
        ...object({ ids: { type: 'array', items: uuid, minItems: 1, maxItems: 200 } }),
        additionalProperties: false,
      },
      problems: [400, 413, 415, 422],
      response: {
        status: 200,
        description: 'How many are left unread.',
        schema: object({ unread }),
      },
    }),
  },
  '/api/me/notifications/read-all': {
    post: operation({
      id: 'readAllNotifications',
      summary: 'Mark all own notices as read',
      tag: 'Notifications',
      parameters: [idempotencyKey],
      bodyOptional: true,
      body: {
        ...object(
          { until: { ...instant, description: 'Only those up to here; default now.' } },
          [],
        ),
        additionalProperties: false,
      },
      problems: [400, 413, 415, 422],
      response: {
        status: 200,
        description: 'How many are left unread.',
        schema: object({ unread }),
      },
    }),
  },
  '/api/announcements/audience': {
    post: operation({
      id: 'countAudience',
      summary: 'How many a notification would reach',
      tag: 'Notifications',
      problems: [403, 413, 415, 422],
      body: strict(
        object({
          audience: { type: 'string', enum: ['employee', 'role', 'vendor', 'customer'] },
          channel,
          recipients: {
            type: 'array',
            items: uuid,
            maxItems: 500,
            description: 'Empty means everybody of the audience.',
          },
        }),
      ),
      response: {
        status: 200,
        description: 'Counts; nothing is sent.',
        schema: data(
          object({
            people: integer,
            reached: integer,
            muted: integer,
            noDevice: integer,
            noAddress: integer,
            pushAvailable: { type: 'boolean' },
          }),
        ),
      },
    }),
  },
  '/api/announcements/test': {
    post: operation({
      id: 'testNotification',
      summary: 'Send a notification to oneself',
      tag: 'Notifications',
      parameters: [idempotencyKey],
      problems: [400, 403, 409, 413, 415, 422],
      body: strict(
        object(
          {
            title: { type: 'string', minLength: 1, maxLength: 160 },
            body: { type: 'string', minLength: 1, maxLength: 2000 },
            channel,
            link: path,
          },
          ['title', 'body', 'channel'],
        ),
      ),
      response: {
        status: 200,
        description: 'Sent, or that there is no device to send to.',
        schema: data(object({ state })),
      },
    }),
  },
}
