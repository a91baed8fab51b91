import { data, operation, query, type PathItem } from './operations.ts'

/** Live changes, signals between people, and unread counts. */
export const livePaths: Readonly<Record<string, PathItem>> = {
  '/api/events': {
    get: operation({
      id: 'events',
      summary: 'Live changes as Server-Sent Events',
      tag: 'Events',
      problems: [400],
      parameters: [
        query('collections', 'Only these collections, by comma.'),
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The last event known; everything since is sent first.',
          schema: { type: 'string' },
        },
      ],
      response: {
        status: 200,
        description:
          'Events `change` with `{ collection, id, version, action, changed }`, `signal` with `{ collection, id, kind, by: { id, name }, at }`; `ready` first, with the id to resume from; `me/notifications` as collection when notices of the caller changed, with the number of unread ones as version; `views` with `{}` when shared views changed; `reset` when too much was missed, or `Last-Event-ID` is none of this database: then everything that was read is in doubt; `rights`, and the end, when session or rights change.',
        type: 'text/event-stream',
        schema: { type: 'string' },
      },
    }),
  },
  '/api/signals': {
    post: operation({
      id: 'signal',
      summary: 'Tell others what one does with a record at this moment',
      tag: 'Events',
      problems: [400, 404, 413, 415, 422],
      body: {
        type: 'object',
        required: ['collection', 'id', 'kind'],
        additionalProperties: false,
        properties: {
          collection: { type: 'string' },
          id: { type: 'string', format: 'uuid' },
          kind: { type: 'string', enum: ['typing', 'here', 'editing', 'gone'] },
        },
      },
      response: {
        status: 204,
        description: 'Forwarded to everybody who listens and may read the record; kept nowhere.',
      },
    }),
  },
  '/api/unread': {
    get: operation({
      id: 'unread',
      summary: 'Messages that are new to the caller',
      tag: 'Search',
      problems: [400],
      response: {
        status: 200,
        description:
          'For each open conversation, the number of messages the caller has not seen and the newest ones that no device has confirmed.',
        schema: data({
          type: 'object',
          required: ['unread', 'arrived'],
          properties: {
            unread: {
              type: 'object',
              additionalProperties: {
                type: 'object',
                properties: { count: { type: 'integer' }, assignee: { type: ['string', 'null'] } },
              },
            },
            arrived: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: { type: 'string', format: 'uuid' },
                  version: { type: 'integer' },
                },
              },
            },
          },
        }),
      },
    }),
  },
}
