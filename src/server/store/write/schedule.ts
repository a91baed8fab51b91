import type { ResourceModel } from '#model/types.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import { Problem } from '../../base/problem.ts'
import type { Scheduled } from './rules.ts'
import { quotedColumn } from './statements.ts'
import type { WriterParts } from './unit.ts'
import type { TransactionalWriter } from './writer.ts'
import { v7 as uuidv7 } from 'uuid'

const AT_ONCE = 500

/**
 * Ids and versions of due records, earliest first, read in pages; a record that stays due is not
 * repeated.
 */
async function* dueRows(
  { db }: WriterParts,
  { table }: ResourceModel,
  { from, due }: Pick<Scheduled, 'from' | 'due'>,
  time: string,
) {
  const at = quotedColumn(due)
  let after: readonly [string, string] | undefined
  for (;;) {
    const { rows } = await db.query<{ id: string; version: number; at: string }>(
      `SELECT id, version, ${at}::text AS at FROM "${table}" WHERE state = ANY($1::text[]) AND ${at} <= $2 AND deleted_at IS NULL${after ? ` AND (${at}, id) > ($3, $4)` : ''} ORDER BY ${at}, id LIMIT ${AT_ONCE}`,
      [from, time, ...(after ?? [])],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = [last.at, last.id]
  }
}

/**
 * Applies `scheduled` rules to every due record, as the system actor; returns how many were
 * changed. Run by a job each minute; due dates are in the records, so nothing is lost while no
 * server runs. Several processes may run it: the version decides who was first. A record whose rule
 * rejects or fails is retried next time and does not block others; throws the first failure at the
 * end.
 */
export const runScheduled = async (
  parts: WriterParts,
  writer: TransactionalWriter,
): Promise<number> => {
  const now = (parts.now ?? (() => new Date()))()
  const access = compileAccess(parts.model, systemActor)
  let moved = 0
  const failures: unknown[] = []
  for (const resource of parts.model.resources) {
    for (const step of parts.rules?.[resource.entity]?.scheduled ?? []) {
      const time =
        resource.fields.find((f) => f.name === step.due)?.kind === 'day'
          ? now.toISOString().slice(0, 10)
          : now.toISOString()
      for await (const { id, version } of dueRows(parts, resource, step, time)) {
        try {
          const context = {
            access,
            channel: 'job',
            requestId: 'schedule',
            operationId: uuidv7(),
          } as const
          if ('to' in step) {
            const body = step.reason === undefined ? {} : { reason: step.reason }
            await writer.transition(resource, { id, version }, step.to, body, context)
          } else if (!(await writer.runScheduled(resource, id, version, step.run, context))) {
            continue
          }
          moved++
        } catch (error) {
          if (!(error instanceof Problem)) failures.push(error)
        }
      }
    }
  }
  if (failures.length) throw failures[0]
  return moved
}
