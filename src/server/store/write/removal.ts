import { inside, say } from '#model/message.ts'
import { Problem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { apply } from './apply.ts'
import { asProblem } from './failures.ts'
import { findForWrite } from './find.ts'
import { isHeld, requireApproval } from './gate.ts'
import { clearReferences, refuseReferred } from './referring.ts'
import type { Change } from './rules.ts'
import { forgetNotes } from './forget.ts'
import { writeChanges } from './statements.ts'
import { noSuch, requireVersion, type Unit } from './unit.ts'
import { requirePermission } from '../../permissions/require.ts'

/**
 * Moves a live record to the trash, or deletes a live or trashed one permanently. 409 if referring
 * records forbid it; references declared `onDelete: 'clear'` are cleared, each with its own audit
 * row.
 */
export const removeRecord = async (
  unit: Unit,
  id: string,
  version: number,
  purge: boolean,
): Promise<void> => {
  requirePermission(unit.context.access, `${unit.resource.entity}.${purge ? 'purge' : 'delete'}`)
  const { resource, context, rules, rule, tx } = unit
  const row = await findForWrite(tx, resource, id, context.access, {
    key: purge ? 'purge' : 'delete',
    where: purge ? 'any' : 'live',
    lock: 'FOR UPDATE',
  })
  if (!row) throw noSuch(unit)
  await requireVersion(unit, row, version)
  await rules.refuseDelete?.(row, rule)
  await refuseReferred(unit, row, purge)
  requireApproval(unit, (a) => a.on === 'delete' && isHeld(a, row))
  await clearReferences(unit, row)
  if (!purge) {
    await apply(unit, row, { deletedAt: rule.now.toISOString() }, id, {
      kind: 'delete',
      key: 'delete',
      always: true,
      note: { action: 'delete' },
    })
    return
  }
  const change: Change = { kind: 'purge', before: row, after: null, changed: new Set() }
  await rules.beforeWrite?.(change, rule)
  try {
    await writeChanges(tx, resource, [change], [{ action: 'purge' }], context)
  } catch (error) {
    throw asProblem(resource, error)
  }
  await forgetNotes(tx, resource.entity, [id], { purged: true })
  await rules.afterWrite?.(change, rule)
}

/**
 * Restores a record from the trash; needs the permission to delete. 409 if a unique value was taken
 * or a referenced record is gone.
 */
export const restoreRecord = async (
  unit: Unit,
  id: string,
  version: number,
): Promise<RecordData> => {
  requirePermission(unit.context.access, `${unit.resource.entity}.delete`)
  const row = await findForWrite(unit.tx, unit.resource, id, unit.context.access, {
    key: 'delete',
    where: 'trashed',
  })
  if (!row) throw noSuch(unit)
  await requireVersion(unit, row, version)
  try {
    return await apply(unit, row, { deletedAt: null }, id, {
      kind: 'restore',
      key: 'delete',
      always: true,
      restoring: true,
      note: { action: 'restore' },
    })
  } catch (error) {
    if (
      !(error instanceof Problem) ||
      !error.extra.errors?.some((e) => e.code === 'unknown_reference')
    ) {
      throw error
    }
    throw new Problem(
      409,
      'reference_gone',
      say('This {{one}} refers to something that is gone; restore that first.', {
        one: inside(unit.resource.label.one),
      }),
      { errors: error.extra.errors },
    )
  }
}
