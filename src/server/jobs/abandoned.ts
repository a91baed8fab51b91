import { randomUUID } from 'node:crypto'
import { isAlive, thisProcess, type ProcessIdentity } from '../database/processIdentity.ts'
import type { Query } from '../database/pool.ts'

/** A name of this process in the table: operators see which it is, a later process if it still runs. */
export const workerName = (): string => JSON.stringify({ ...thisProcess(), worker: randomUUID() })

/** Only where process ids mean the same: machines that share a database may share a name too. */
const isDead = (name: string): boolean => {
  try {
    const identity = JSON.parse(name) as ProcessIdentity
    return identity.space === thisProcess().space && isAlive(identity) === false
  } catch {
    // A name of an earlier version.
    return false
  }
}

/**
 * Ends the leases of jobs whose process is known to be gone, so that a server that is started again
 * continues them at once. Those of other machines wait for the end of their lease.
 */
export const releaseAbandoned = async (query: Query): Promise<void> => {
  const { rows } = await query<{ worker: string }>(
    "SELECT DISTINCT locked_by AS worker FROM jobs WHERE state = 'running' AND locked_until >= now()",
  )
  const dead = rows.map(({ worker }) => worker).filter(isDead)
  if (dead.length === 0) return
  await query(
    `UPDATE jobs SET locked_until = now() - interval '1 ms'
    WHERE state = 'running' AND locked_by = ANY($1)`,
    [dead],
  )
}
