import { data, inPath, operation, query, type PathItem } from './operations.ts'
import type { Schema } from './schemas.ts'

const received: Schema = {
  type: 'object',
  required: ['received', 'applied'],
  properties: { received: { type: 'boolean' }, applied: { type: 'boolean' } },
}

const attachment: Schema = {
  type: 'object',
  required: ['name', 'content'],
  properties: {
    name: { type: 'string' },
    content: { type: 'string', description: 'In base64.' },
  },
}

const incomingMail: Schema = {
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
      items: attachment,
    },
  },
}

/** Calls of payers, payment providers and mail services: none of them has an account here. */
export const outsidePaths: Readonly<Record<string, PathItem>> = {
  '/api/payments/status/{id}': {
    get: operation({
      id: 'paymentStatus',
      summary: 'Status of a payment, for a payer without an account',
      tag: 'Payments',
      open: true,
      problems: [404],
      parameters: [
        inPath('id', 'Id of the transaction.'),
        query('link', 'The signed, short-lived link that the payer came back with.'),
      ],
      response: {
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
      response: {
        status: 200,
        description: 'Received; each event counts once.',
        schema: received,
      },
    }),
  },
  '/api/mail/incoming': {
    post: operation({
      id: 'incomingMail',
      summary: 'A reply to one of our mails, handed over by a mail service',
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
      body: incomingMail,
      response: {
        status: 200,
        description: 'Received; each message id counts once for each record.',
        schema: received,
      },
    }),
  },
}
