import { adminPaths } from './admin.ts'
import { noticePaths } from './notices.ts'
import {
  data,
  headers,
  idempotencyKey,
  inPath,
  operation,
  query,
  type Operation,
} from './operations.ts'
import { reference, type Schema } from './schemas.ts'

type PathItem = Readonly<Record<string, Operation>>

const file = reference('File')
const job = data(reference('Job'))
const jobId = inPath('id', 'Id of the job.')
const uploadId = inPath('id', 'Id of the upload.')
const upload: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    collection: { type: 'string', description: 'The collection it is meant for.' },
  },
}
const system = (
  id: string,
  summary: string,
  description: string,
  type?: string,
  problems: readonly number[] = [],
  open = true,
): PathItem => ({
  get: operation({
    id,
    summary,
    tag: 'Server',
    ...(open ? { open } : {}),
    problems,
    answer: {
      status: 200,
      description,
      schema: type ? { type: 'string' } : { type: 'object' },
      ...(type ? { type } : {}),
    },
  }),
})

/** Everything beside collections and accounts. */
export const otherPaths: Readonly<Record<string, PathItem>> = {
  '/api/health': system('health', 'Whether the process answers', 'It does.'),
  '/api/ready': system('ready', 'Whether the database answers', 'It does.', undefined, [503]),
  '/api/metrics': system(
    'metrics',
    'Counts for Prometheus',
    'Counts of this process, for people with `system.status` and monitors with `METRICS_TOKEN`.',
    'text/plain',
    [403],
    false,
  ),
  '/api/openapi.json': system('openApi', 'This description', 'OpenAPI 3.1.', undefined, [], false),
  '/api/search': {
    get: operation({
      id: 'search',
      summary: 'Search all collections',
      tag: 'Search',
      parameters: [query('q', 'Every word must occur.', { type: 'string', maxLength: 200 })],
      problems: [400],
      answer: {
        status: 200,
        description: 'Up to five of each collection.',
        schema: data({
          type: 'array',
          items: {
            type: 'object',
            required: ['collection', 'id', 'title'],
            properties: {
              collection: { type: 'string' },
              id: { type: 'string', format: 'uuid' },
              title: { type: 'string' },
              subtitle: { type: ['string', 'null'] },
            },
          },
        }),
      },
    }),
  },
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
      answer: {
        status: 200,
        description:
          'Events `change` with `{ collection, id, version, action, changed }`, `signal` with `{ collection, id, kind, by: { id, name }, at }`; `ready` first, with the id to go on from; `me/notifications` as collection when notices of the caller changed, with the number of unread ones as version; `reset` when too much was missed, or `Last-Event-ID` is none of this database: then everything that was read is in doubt; `rights`, and the end, when session or rights change.',
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
      answer: {
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
      answer: {
        status: 200,
        description:
          'Of the conversations that go on: how many messages each has that the caller has not seen, and the newest ones no device has confirmed.',
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
  '/api/payments/status/{id}': {
    get: operation({
      id: 'paymentStatus',
      summary: 'How a payment stands, for a payer without an account',
      tag: 'Payments',
      open: true,
      problems: [404],
      parameters: [
        inPath('id', 'Id of the transaction.'),
        query('link', 'The signed, short-lived link that the payer came back with.'),
      ],
      answer: {
        status: 200,
        description: 'Number, amount and state.',
        schema: data({
          type: 'object',
          required: ['number', 'amount', 'state'],
          properties: {
            number: { type: 'string' },
            amount: { type: 'object' },
            state: { type: 'string' },
          },
        }),
      },
    }),
  },
  '/api/payments/webhook/{provider}': {
    post: operation({
      id: 'paymentWebhook',
      summary: 'What a payment provider tells',
      tag: 'Payments',
      open: true,
      problems: [400, 404, 413],
      parameters: [
        inPath('provider', 'Name of the provider: `test` is built in.', { type: 'string' }),
        {
          name: 'Webhook-Signature',
          in: 'header',
          description: 'Of the test gateway: `t=<seconds>,v1=<HMAC of "t.body">`.',
          schema: { type: 'string' },
        },
      ],
      body: { type: 'object' },
      answer: {
        status: 200,
        description: 'Received; each event counts once.',
        schema: {
          type: 'object',
          required: ['received', 'applied'],
          properties: { received: { type: 'boolean' }, applied: { type: 'boolean' } },
        },
      },
    }),
  },
  '/api/mail/incoming': {
    post: operation({
      id: 'incomingMail',
      summary: 'A mail that answers one of ours, handed over by a mail service',
      tag: 'Mail',
      open: true,
      problems: [400, 403, 404, 413, 422, 429],
      parameters: [
        {
          name: 'Mail-Signature',
          in: 'header',
          description:
            '`t=<seconds>,v1=<HMAC-SHA256 of "t.body" with the shared secret, in hex>`, at most five minutes old.',
          schema: { type: 'string' },
        },
      ],
      body: {
        type: 'object',
        required: ['messageId', 'from', 'to'],
        properties: {
          messageId: { type: 'string' },
          from: { type: 'string' },
          to: { type: ['string', 'array'], items: { type: 'string' } },
          text: { type: ['string', 'null'] },
          html: { type: ['string', 'null'] },
          headers: { type: ['object', 'null'] },
          attachments: {
            type: ['array', 'null'],
            items: {
              type: 'object',
              required: ['name', 'content'],
              properties: {
                name: { type: 'string' },
                content: { type: 'string', description: 'In base64.' },
              },
            },
          },
        },
      },
      answer: {
        status: 200,
        description: 'Received; each message id counts once.',
        schema: {
          type: 'object',
          required: ['received', 'applied'],
          properties: { received: { type: 'boolean' }, applied: { type: 'boolean' } },
        },
      },
    }),
  },
  '/api/files': {
    get: operation({
      id: 'getFiles',
      summary: 'Links to files',
      tag: 'Files',
      parameters: [query('ids', 'Up to 200 ids, by comma.')],
      problems: [400],
      answer: {
        status: 200,
        description: 'Those the caller may see.',
        schema: data({ type: 'array', items: file }),
      },
    }),
    post: operation({
      id: 'uploadFile',
      summary: 'Upload a file',
      tag: 'Files',
      parameters: [idempotencyKey],
      multipart: upload,
      problems: [400, 413, 415, 422],
      answer: {
        status: 201,
        description: 'Kept.',
        headers: {
          Location: { description: 'Address of the file.', schema: { type: 'string' } },
          'X-Operation-Id': headers['X-Operation-Id'],
        },
        schema: data(file),
      },
    }),
  },
  '/api/files/uploads': {
    post: operation({
      id: 'beginUpload',
      summary: 'Begin an upload in pieces',
      tag: 'Files',
      parameters: [idempotencyKey],
      problems: [400, 403, 409, 413, 415, 422],
      body: {
        type: 'object',
        required: ['name', 'size'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 1000 },
          size: { type: 'integer', minimum: 1, description: 'Bytes.' },
          collection: {
            type: 'string',
            maxLength: 100,
            description: 'The collection it is meant for.',
          },
        },
      },
      answer: {
        status: 201,
        description:
          'Send the pieces to its address, or the whole to `direct` where that is given; what is not finished within a day is dropped.',
        headers: {
          Location: { description: 'Address of the upload.', schema: { type: 'string' } },
          'X-Operation-Id': headers['X-Operation-Id'],
        },
        schema: data(reference('Upload')),
      },
    }),
  },
  '/api/files/uploads/{id}': {
    get: operation({
      id: 'getUpload',
      summary: 'How an upload stands',
      tag: 'Files',
      parameters: [uploadId],
      problems: [403, 404],
      answer: {
        status: 200,
        description: 'Where to go on after a cut.',
        schema: data(reference('Upload')),
      },
    }),
    put: operation({
      id: 'sendPiece',
      summary: 'Send the next piece of an upload',
      tag: 'Files',
      problems: [400, 403, 404, 409, 413, 415, 422],
      binary: { description: '`pieceBytes` bytes; the last piece is shorter.' },
      parameters: [
        uploadId,
        {
          name: 'Upload-Offset',
          in: 'header',
          required: true,
          description:
            'Where the piece begins. 409 with the right one in `offset` when it is not the next.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      answer: { status: 200, description: 'Kept.', schema: data(reference('Upload')) },
    }),
    delete: operation({
      id: 'cancelUpload',
      summary: 'Cancel an upload',
      tag: 'Files',
      parameters: [uploadId],
      problems: [403, 404],
      answer: { status: 204, description: 'Dropped, with all that had arrived.' },
    }),
  },
  '/api/files/uploads/{id}/finish': {
    post: operation({
      id: 'finishUpload',
      summary: 'Make a file of an upload',
      tag: 'Files',
      parameters: [uploadId],
      problems: [403, 404, 409, 413, 415, 422],
      answer: {
        status: 201,
        description:
          'Kept: its content was looked at, measured and cleaned. A repeated call answers the same file.',
        headers: { Location: { description: 'Address of the file.', schema: { type: 'string' } } },
        schema: data(file),
      },
    }),
  },
  '/api/files/{id}': {
    get: operation({
      id: 'getFile',
      summary: 'Link to a file',
      tag: 'Files',
      parameters: [inPath('id', 'Id of the file.')],
      problems: [404],
      answer: { status: 200, description: 'The file, with a link.', schema: data(file) },
    }),
  },
  '/api/jobs/{id}': {
    get: operation({
      id: 'getJob',
      summary: 'A job',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [404],
      answer: { status: 200, description: 'How far it is.', schema: job },
    }),
  },
  '/api/jobs/{id}/report.csv': {
    get: operation({
      id: 'getJobReport',
      summary: 'What a job refused',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [404],
      answer: {
        status: 200,
        description: 'Row, column and reason.',
        type: 'text/csv',
        schema: { type: 'string' },
      },
    }),
  },
  '/api/jobs/{id}/cancel': {
    post: operation({
      id: 'cancelJob',
      summary: 'Cancel a job',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [404, 409],
      answer: { status: 200, description: 'As it now is.', schema: job },
    }),
  },
  ...adminPaths,
  ...noticePaths,
}
