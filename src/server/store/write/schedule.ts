import { compileAccess, systemActor } from '../../permissions/access.ts'
import { Problem } from '../../http/problem.ts'
import { quotedColumn } from './statements.ts'
import type { WriterParts } from './unit.ts'
import type { TransactionalWriter } from './writer.ts'
import { v7 as uuidv7 } from 'uuid'

const AT_ONCE = 500

/**
 * Does with every record whose time has come what `scheduled` of its rules says, as the system actor; answers how many
 * there were. Run by a job each minute; what is due stands in the records, so nothing is lost while no server runs.
 * Several processes may run it: the version tells who was first. A record whose rule refuses stays for the next time.
 */
export const runScheduled = async (parts: WriterParts, writer: TransactionalWriter): Promise<number> => {
  const now = (parts.now ?? (() => new Date()))()
  const access = compileAccess(parts.model, systemActor)
  let moved = 0
  for (const resource of parts.model.resources) {
    for (const deed of parts.rules?.[resource.entity]?.scheduled ?? []) {
      const { from, due } = deed
      const time = resource.fields.find((f) => f.name === due)?.kind === 'day' ? now.toISOString().slice(0, 10) : now.toISOString()
      const { rows } = await parts.db.query<{ id: string; version: number }>(
        `SELECT id, version FROM "${resource.table}" WHERE state = ANY($1::text[]) AND ${quotedColumn(due)} <= $2 AND deleted_at IS NULL ORDER BY ${quotedColumn(due)} LIMIT ${AT_ONCE}`, [from, time])
      for (const { id, version } of rows) {
        try {
          const context = { access, channel: 'job', requestId: 'schedule', operationId: uuidv7() } as const
          if ('to' in deed) await writer.transition(resource, id, version, deed.to, { reason: 'Its time has come' }, context)
          else if (!(await writer.byClock(resource, id, version, deed.run, context))) continue
          moved++
        } catch (error) {
          if (!(error instanceof Problem)) throw error
        }
      }
    }
  }
  return moved
}
