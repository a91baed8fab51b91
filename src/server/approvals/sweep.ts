import type { Tail } from '../events/tail.ts'
import { execute, systemContext } from './execute.ts'
import { recordStep, tell } from './tell.ts'
import { REQUEST, type ApprovalParts, type RequestRow } from './types.ts'

const CHUNK = 200
/** Ended requests are kept this long. */
const KEPT = "interval '400 days'"

const expire = (parts: ApprovalParts): Promise<number> =>
  parts.db.transaction(async (tx) => {
    const { rows } = await tx.query<RequestRow>(
      `UPDATE approval_requests a SET state = 'expired', ended_at = now() WHERE a.id IN (
SELECT id FROM approval_requests WHERE state IN ('pending', 'approved') AND expires_at <= now() ORDER BY id LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED) RETURNING ${REQUEST}`,
    )
    const system = systemContext(parts)
    for (const request of rows) {
      await recordStep(tx, parts, request, { step: 'expired' }, system)
      await tell(
        tx,
        parts,
        request,
        { to: [request.requester], title: 'A request for approval expired' },
        system.access,
      )
    }
    return rows.length
  })

/** Notifies who asked that a request became stale; `code` marks those that are done. */
const tellSome = (parts: ApprovalParts): Promise<number> =>
  parts.db.transaction(async (tx) => {
    const { rows } = await tx.query<RequestRow>(
      `UPDATE approval_requests a SET code = 'record_changed' WHERE a.id IN (
SELECT id FROM approval_requests WHERE state = 'stale' AND code IS NULL ORDER BY id LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED) RETURNING ${REQUEST}`,
    )
    const { access } = systemContext(parts)
    for (const request of rows) {
      await tell(
        tx,
        parts,
        request,
        {
          to: [request.requester],
          title: 'A request for approval is out of date: the record was changed',
        },
        access,
      )
    }
    return rows.length
  })

/** Notifies everybody whose request became stale. */
export const tellStale = async (parts: ApprovalParts): Promise<void> => {
  while ((await tellSome(parts)) === CHUNK);
}

/**
 * Notifies people that their request became stale as soon as the audit says so; a regular job does
 * it for requests that became stale while no process listened. Returns a function that stops.
 */
export const watchStale = (
  parts: ApprovalParts,
  tail: Pick<Tail, 'subscribe'>,
  log: (message: string) => void,
): (() => Promise<void>) => {
  let telling = Promise.resolve()
  const unsubscribe = tail.subscribe((changes) => {
    if (!changes.some((change) => change.action === 'approval.stale')) return
    telling = telling
      .then(() => tellStale(parts))
      .catch((error: unknown) =>
        log(`Stale requests: ${error instanceof Error ? error.message : String(error)}`),
      )
  })
  return async () => {
    unsubscribe()
    await telling
  }
}

/**
 * Ends requests whose time is over, notifies of those that became stale, applies those that a
 * stopped process left approved, and deletes old ones. Run by a job.
 */
export const sweepApprovals = async (parts: ApprovalParts): Promise<void> => {
  while ((await expire(parts)) === CHUNK);
  await tellStale(parts)
  const { rows } = await parts.db.query<{ id: string }>(
    "SELECT id FROM approval_requests WHERE state = 'approved' ORDER BY id LIMIT 100",
  )
  for (const { id } of rows) await execute(parts, id)
  await parts.db.query(`DELETE FROM approval_requests WHERE ended_at < now() - ${KEPT}`)
}
