import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { accessOf, type Ctx } from './context.ts'
import { Problem } from './problem.ts'

/** The first answer of a write, as it is kept and given again. */
export interface WriteAnswer { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | null }

/** Lets one effect per person and key happen, in the transaction that keeps the answer; see `src/server/store/write/idempotency.ts`. */
export type RunOnce = (claim: { readonly person: string; readonly key: string; readonly bodyHash: string }, write: (tx: Tx) => Promise<WriteAnswer>) => Promise<WriteAnswer>

const maxKeyLength = 255

const idempotencyKey = (c: Ctx): string | undefined => {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > maxKeyLength) throw new Problem(400, 'malformed', `An Idempotency-Key has 1 to ${maxKeyLength} characters.`, { errors: [{ path: 'Idempotency-Key', code: 'malformed', message: 'Not a usable key.' }] })
  return key
}

const personOf = (access: Access): string => access.actor.accountId ?? access.actor.personId ?? 'system'

const answer = (c: Ctx, { status, headers, body }: WriteAnswer): Response => c.body(status === 204 ? null : body, status as 200, headers as Record<string, string>)

/** What a write answers besides its operation id. */
export interface Written { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly json?: unknown }

/**
 * Runs one write of the API: its context, `X-Operation-Id`, and one effect per `Idempotency-Key`.
 * `bodyText` is what the key stands for beside method and path; another body with the same key is 422.
 */
export const writing = (once: RunOnce) => async (c: Ctx, bodyText: string | Uint8Array, write: (context: TxWriteContext) => Promise<Written>): Promise<Response> => {
  const access = accessOf(c)
  const key = idempotencyKey(c)
  const operationId = randomUUID()
  const perform = async (tx?: Tx): Promise<WriteAnswer> => {
    const done = await write({ access, channel: 'api', requestId: c.get('requestId'), operationId, ...(tx ? { tx } : {}) })
    const body = done.json === undefined ? null : JSON.stringify(done.json)
    return { status: done.status ?? (body === null ? 204 : 200), headers: { ...(body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' }), 'X-Operation-Id': operationId, ...done.headers }, body }
  }
  if (key === undefined) return answer(c, await perform())
  const bodyHash = createHash('sha256').update(`${c.req.method} ${c.req.path}${new URL(c.req.url).search}\n`).update(bodyText).digest('hex')
  return answer(c, await once({ person: personOf(access), key, bodyHash }, perform))
}
