import { MAX_REMINDER_TEXT, MAX_REMINDERS } from '../reminders.ts'
import type { ResourceModel } from '../types.ts'
import { data, idempotencyKey, inPath, operation, type PathItem } from './operations.ts'
import { pascal, type Schema } from './schemas.ts'

const uuid: Schema = { type: 'string', format: 'uuid' }
const instant: Schema = { type: 'string', format: 'date-time' }

const reminder: Schema = {
  type: 'object',
  required: ['id', 'at', 'text', 'record'],
  properties: {
    id: uuid,
    at: instant,
    text: { type: ['string', 'null'] },
    record: {
      type: 'object',
      required: ['collection', 'id', 'title'],
      properties: { collection: { type: 'string' }, id: uuid, title: { type: 'string' } },
    },
  },
}
const list = data({ type: 'array', items: reminder, maxItems: MAX_REMINDERS })

/** The caller's reminders about a record. */
export const reminderPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const name = pascal(resource.entity)
  const one = resource.label.one.toLowerCase()
  const tag = resource.label.many
  const id = inPath('id', 'Id of the record.')
  return {
    [`/api/${resource.collection}/{id}/reminders`]: {
      get: operation({
        id: `reminders${name}`,
        summary: `Own reminders about a ${one}`,
        tag,
        parameters: [id],
        problems: [400, 403, 404],
        response: { status: 200, description: 'The next one first.', schema: list },
      }),
      post: operation({
        id: `remind${name}`,
        summary: `Be reminded of a ${one}`,
        tag,
        parameters: [id, idempotencyKey],
        body: {
          type: 'object',
          required: ['at'],
          additionalProperties: false,
          properties: {
            at: { ...instant, description: 'A time to come, within five years.' },
            text: { type: ['string', 'null'], maxLength: MAX_REMINDER_TEXT },
          },
          examples: [{ at: '2027-03-01T09:00:00Z', text: 'Ask for the invoice' }],
        },
        problems: [400, 403, 404, 409, 413, 415, 422],
        response: {
          status: 201,
          description:
            'The caller is notified once at this time, if they may still read the record then.',
          schema: data(reminder),
        },
      }),
    },
  }
}

/** A person's own reminders. */
export const ownReminderPaths: Readonly<Record<string, PathItem>> = {
  '/api/me/reminders': {
    get: operation({
      id: 'myReminders',
      summary: 'Pending reminders of the caller',
      tag: 'Notifications',
      problems: [400],
      response: {
        status: 200,
        description: 'The next one first; without those of records the caller may not read.',
        schema: list,
      },
    }),
  },
  '/api/me/reminders/{id}': {
    delete: operation({
      id: 'cancelReminder',
      summary: 'Cancel a reminder of the caller',
      tag: 'Notifications',
      parameters: [inPath('id', 'Id of the reminder.'), idempotencyKey],
      problems: [400, 404, 422],
      response: { status: 204, description: 'Cancelled.' },
    }),
  },
}
