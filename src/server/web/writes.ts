import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'
import type { StoredResponse, IdempotentRequest } from '../store/write/idempotency.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { accessOf, type Ctx } from './context.ts'
import { Problem } from '../base/problem.ts'

/**
 * Runs one effect per person and key, in the transaction that stores the response:
 * `withIdempotency` over the database.
 */
export type RunOnce = (
  request: IdempotentRequest,
  write: (tx: Tx) => Promise<StoredResponse>,
) => Promise<StoredResponse>

const maxKeyLength = 255

const idempotencyKey = (c: Ctx): string | undefined => {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > maxKeyLength) {
    throw new Problem(400, 'malformed', `An Idempotency-Key has 1 to ${maxKeyLength} characters.`, {
      errors: [{ path: 'Idempotency-Key', code: 'malformed', message: 'Not a usable key.' }],
    })
  }
  return key
}

const personOf = (access: Access): string =>
  access.actor.accountId ?? access.actor.personId ?? 'system'

const send = (c: Ctx, { status, headers, body }: StoredResponse): Response =>
  status === 204
    ? c.body(null, status, headers as Record<string, string>)
    : c.body(body, status as 200, headers as Record<string, string>)

/** Response of a write, besides its operation id. */
export interface Written {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/**
 * Runs one write of the API: its context, `X-Operation-Id`, and one effect per `Idempotency-Key`.
 * `bodyText` identifies the request together with method and path; another body with the same key
 * is 422.
 */
export const writing =
  (once: RunOnce) =>
  async (
    c: Ctx,
    bodyText: string,
    write: (context: TxWriteContext) => Promise<Written>,
  ): Promise<Response> => {
    const access = accessOf(c)
    const key = idempotencyKey(c)
    const operationId = randomUUID()
    const perform = async (tx?: Tx): Promise<StoredResponse> => {
      const done = await write({
        access,
        channel: 'api',
        requestId: c.get('requestId'),
        operationId,
        ...(tx ? { tx } : {}),
      })
      const body = done.json === undefined ? '' : JSON.stringify(done.json)
      return {
        status: done.status ?? (body === '' ? 204 : 200),
        headers: {
          ...(body === '' ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
          'X-Operation-Id': operationId,
          ...done.headers,
        },
        body,
      }
    }
    if (key === undefined) return send(c, await perform())
    const bodyHash = createHash('sha256')
      .update(`${c.req.method} ${c.req.path}${new URL(c.req.url).search}\n`)
      .update(bodyText)
      .digest('hex')
    return send(c, await once({ person: personOf(access), key, bodyHash }, perform))
  }
