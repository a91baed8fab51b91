import type { Database, Tx } from '../../database/pool.ts'
import { Problem } from '../../base/problem.ts'

/** A response, kept for replays. `body` is the text sent. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A person's request. Without `key` it simply runs. `bodyHash` covers method, path and body. */
export interface IdempotentRequest {
  readonly person: string
  readonly key: string | undefined
  readonly bodyHash: string
}

const KEPT_HOURS = 24

/**
 * Runs a write once per person and key, in one transaction with its response. A replay, even during
 * the first run, returns the first response without checking permissions, version or rules again. A
 * rejected write leaves no trace, so its replay runs again. Pass `tx` to the writer as
 * `context.tx`.
 *
 * Throws 422 `idempotency_key_reused` when the key was used for another request.
 */
export const withIdempotency = (
  db: Database,
  request: IdempotentRequest,
  run: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> =>
  db.transaction(async (tx) => {
    const { person, key, bodyHash } = request
    if (key === undefined) return run(tx)
    // A second request waits here until the first has committed (and finds its row) or failed (and
    // takes its place).
    const claimed = await tx.query(
      'INSERT INTO idempotency (person, key, body_hash) VALUES ($1, $2, $3) ON CONFLICT (person, key) DO NOTHING',
      [person, key, bodyHash],
    )
    if (!claimed.rowCount) return firstResponse(tx, request)
    const response = await run(tx)
    await tx.query(
      'UPDATE idempotency SET status = $3, headers = $4::jsonb, body = $5 WHERE person = $1 AND key = $2',
      [person, key, response.status, JSON.stringify(response.headers), response.body],
    )
    return response
  })

const firstResponse = async (
  tx: Tx,
  { person, key, bodyHash }: IdempotentRequest,
): Promise<StoredResponse> => {
  const { rows } = await tx.query<StoredResponse & { body_hash: string }>(
    'SELECT body_hash, status, headers, body FROM idempotency WHERE person = $1 AND key = $2',
    [person, key],
  )
  const first = rows[0]
  if (!first || first.body_hash !== bodyHash) {
    throw new Problem(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request.',
    )
  }
  return { status: first.status, headers: first.headers, body: first.body }
}

/** Deletes responses older than 24 h; returns how many. Run by a job. */
export const purgeIdempotency = async (db: Database): Promise<number> =>
  (
    await db.query(
      `DELETE FROM idempotency WHERE created_at < now() - interval '${KEPT_HOURS} hours'`,
    )
  ).rowCount
