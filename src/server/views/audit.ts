import type { Json } from '#model/types.ts'
import { VIEW_ENTITY } from '#model/views.ts'
import type { Tx } from '../database/pool.ts'
import { AUDIT_COLUMNS, REDACTED } from '../store/write/auditEntry.ts'
import type { WriteContext } from '../store/types.ts'
import type { SavedState } from './kinds.ts'

/** What the audit compares of a view. */
export interface ViewValues {
  readonly name: string
  readonly shared: boolean
  readonly roles: readonly string[]
  readonly defaultRoles: readonly string[]
  readonly state: SavedState
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Names and filters may hold values of records, which the audit would keep: they are left out. */
const patchOf = (before: ViewValues | undefined, after: ViewValues | undefined) =>
  Object.fromEntries(
    (['name', 'shared', 'roles', 'defaultRoles', 'state'] as const)
      .filter((part) => !same(before?.[part], after?.[part]))
      .map((part) => {
        const shown = (values: ViewValues | undefined) => {
          if (!values) return null
          return part === 'state' || part === 'name' ? REDACTED : (values[part] as Json)
        }
        return [part, [shown(before), shown(after)]]
      }),
  )

/** Records a change of a shared view; live events tell readers of it. */
export const recordView = async (
  tx: Tx,
  entry: { readonly id: string; readonly version: number; readonly action: string },
  before: ViewValues | undefined,
  after: ViewValues | undefined,
  { access: { actor }, operationId, requestId, channel }: WriteContext,
): Promise<void> => {
  await tx.query(
    `INSERT INTO audit (${AUDIT_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, $11::jsonb)`,
    [
      operationId,
      requestId,
      actor.personId,
      actor.accountId,
      actor.name,
      channel,
      VIEW_ENTITY,
      entry.id,
      entry.version,
      entry.action,
      JSON.stringify(patchOf(before, after)),
    ],
  )
}
