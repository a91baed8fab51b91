import { compileAccess, systemActor } from '../../permissions/access.ts'
import { Problem } from '../../http/problem.ts'
import { quotedColumn } from './statements.ts'
import type { WriterParts } from './unit.ts'
import type { TransactionalWriter } from './writer.ts'
import { v7 as uuidv7 } from 'uuid'

const AT_ONCE = 500

/**
 * Moves every record whose time has come (`scheduled` of its rules) as the system actor; answers how many moved.
 * Run by a job each minute. Several processes may run it: the version tells who was first. A record whose rule
 * refuses stays for the next time.
 */
export const runScheduled = async (parts: WriterParts, writer: TransactionalWriter): Promise<number> => {
  const now = (parts.now ?? (() => new Date()))()
  const access = compileAccess(parts.model, systemActor)
  let moved = 0
  for (const resource of parts.model.resources) {
    for (const { from, to, due } of parts.rules?.[resource.entity]?.scheduled ?? []) {
      const { rows } = await parts.db.query<{ id: string; version: number }>(
        `SELECT id, version FROM "${resource.table}" WHERE state = ANY($1::text[]) AND ${quotedColumn(due)} <= $2 AND deleted_at IS NULL ORDER BY ${quotedColumn(due)} LIMIT ${AT_ONCE}`, [from, now.toISOString()])
      for (const { id, version } of rows) {
        try {
          await writer.transition(resource, id, version, to, { reason: 'Its time has come' }, { access, channel: 'job', requestId: 'schedule', operationId: uuidv7() })
          moved++
        } catch (error) {
          if (!(error instanceof Problem)) throw error
        }
      }
    }
  }
  return moved
}
