/** Deleting views, and undoing it for some weeks. */
import type { SavedView } from '#model/views.ts'
import type { TxWriteContext } from '../store/write/unit.ts'
import { recordView } from './audit.ts'
import type { SavedState } from './kinds.ts'
import { requirePlace } from './place.ts'
import { requireChange, viewAfter, writingViews, type ViewWriteParts } from './write.ts'
import type { ViewRow } from './rows.ts'

const valuesOf = ({ name, shared, roles, default_roles, state }: ViewRow) => ({
  name,
  shared,
  roles,
  defaultRoles: default_roles,
  state,
})

interface KnownView {
  readonly id: string
  readonly version: number
}

/** Deletes a view; returns the version with which it can be restored. */
export const removeView = (
  parts: ViewWriteParts,
  context: TxWriteContext,
  known: KnownView,
): Promise<number> =>
  writingViews(parts, context, async (tx) => {
    const row = await requireChange(tx, parts, context.access, known)
    const version = row.version + 1
    await tx.query(
      'UPDATE views SET deleted_at = now(), updated_at = now(), version = $2 WHERE id = $1::uuid',
      [row.id, version],
    )
    if (row.shared) {
      await recordView(
        tx,
        { id: row.id, version, action: 'delete' },
        valuesOf(row),
        undefined,
        context,
      )
    }
    return version
  })

/** Restores a deleted view, with its defaults unless other views took them. */
export const restoreView = (
  parts: ViewWriteParts,
  context: TxWriteContext,
  known: KnownView,
): Promise<SavedView<SavedState>> =>
  writingViews(parts, context, async (tx) => {
    const { access } = context
    const row = await requireChange(tx, parts, access, { ...known, deleted: true })
    await requirePlace(tx, { ...row, account: row.account_id }, true)
    const version = row.version + 1
    const { rows } = await tx.query<{ default_roles: readonly string[] }>(
      `UPDATE views SET deleted_at = NULL, updated_at = now(), version = $2, default_roles = array(SELECT unnest(default_roles) EXCEPT SELECT unnest(o.default_roles) FROM views o WHERE o.kind = views.kind AND o.collection = views.collection AND o.path = views.path AND o.deleted_at IS NULL)
WHERE id = $1::uuid RETURNING default_roles`,
      [row.id, version],
    )
    const restored = { ...row, version, default_roles: rows[0]?.default_roles ?? [] }
    if (row.shared) {
      const entry = { id: row.id, version, action: 'restore' }
      await recordView(tx, entry, undefined, valuesOf(restored), context)
    }
    return viewAfter(tx, parts, access, restored)
  })
