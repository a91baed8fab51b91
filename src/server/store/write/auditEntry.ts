/**
 * The audit entry of one change. The table is append-only; history, undo and live events read it.
 */
import type { Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { WriteContext } from '../types.ts'
import type { Change } from './rules.ts'

/** Replaces a value that is not stored: secrets, and values removed for privacy. */
export const REDACTED = '•••'

export interface AuditNote {
  /**
   * `create`, `update`, `delete`, `restore`, `purge`, `transition`, `import`, `import.history`,
   * `note`, `reveal`, `approval.<step>`, or the name of an entity's own action.
   */
  readonly action: string
  readonly reason?: string | undefined
  /** Fields whose values are not stored. */
  readonly redact?: readonly string[]
}

/** Columns of an entry; `seq`, `xid` and `at` come from the database. */
export const AUDIT_COLUMNS = [
  'operation_id',
  'request_id',
  'actor_id',
  'account_id',
  'actor_name',
  'channel',
  'entity',
  'record_id',
  'version',
  'action',
  'reason',
  'patch',
] as const

type AuditRow = Readonly<Record<(typeof AUDIT_COLUMNS)[number], Json>>

/**
 * Changed fields as `{ field: [before, after] }`, without the values of secrets and of `redact`. A
 * purge stores none.
 */
export const patchOf = (
  resource: ResourceModel,
  change: Change,
  redact: readonly string[] = [],
): Record<string, Json> => {
  if (change.kind === 'purge') return {}
  const hidden = new Set([
    ...redact,
    ...resource.fields.filter((f) => f.kind === 'secret').map((f) => f.name),
  ])
  const shown = (name: string, value: Json | undefined): Json => {
    if (value === null || value === undefined) return null
    return hidden.has(name) ? REDACTED : value
  }
  return Object.fromEntries(
    [...change.changed].map((name) => [
      name,
      [shown(name, change.before?.[name]), shown(name, change.after?.[name])],
    ]),
  )
}

/** The audit row of a change, by column. */
export const auditRow = (
  resource: ResourceModel,
  change: Change,
  note: AuditNote,
  context: WriteContext,
): AuditRow => {
  const { actor } = context.access
  const row = (change.after ?? change.before)!
  return {
    operation_id: context.operationId,
    request_id: context.requestId,
    actor_id: actor.personId,
    account_id: actor.accountId,
    actor_name: actor.name,
    channel: context.channel,
    entity: resource.entity,
    record_id: row.id,
    version: change.after ? row.version : row.version + 1,
    action: note.action,
    reason: note.reason ?? context.reason ?? null,
    patch: patchOf(resource, change, note.redact),
  }
}

/** An event about a record that changes nothing. */
export interface EventNote {
  readonly action: string
  readonly reason?: string | null
  /** Fields it is about; their values are not stored. */
  readonly fields?: readonly string[]
}

/** Records an event about something that has no record: of a request to create one, or of a bulk. */
export const recordEventOf = async (
  tx: Tx,
  {
    entity,
    id,
    version,
  }: { readonly entity: string; readonly id: string; readonly version: number },
  { action, reason = null }: EventNote,
  { access: { actor }, operationId, requestId, channel }: WriteContext,
): Promise<void> => {
  await tx.query(
    `INSERT INTO audit (${AUDIT_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '{}')`,
    [
      operationId,
      requestId,
      actor.personId,
      actor.accountId,
      actor.name,
      channel,
      entity,
      id,
      version,
      action,
      reason,
    ],
  )
}

/**
 * Records an event about a record without changing it, at its current version, so that its viewers
 * are notified.
 */
export const recordEvent = async (
  tx: Tx,
  resource: ResourceModel,
  id: string,
  { action, reason = null, fields = [] }: EventNote,
  { access: { actor }, operationId, requestId, channel }: WriteContext,
): Promise<void> => {
  await tx.query(
    `INSERT INTO audit (operation_id, request_id, actor_id, account_id, actor_name, channel, entity, record_id, version, action, reason, patch)
SELECT $1, $2, $3, $4, $5, $6, $7, t.id, t.version, $8, $10, $11::jsonb FROM "${resource.table}" t WHERE t.id = $9`,
    [
      operationId,
      requestId,
      actor.personId,
      actor.accountId,
      actor.name,
      channel,
      resource.entity,
      action,
      id,
      reason,
      JSON.stringify(Object.fromEntries(fields.map((name) => [name, [REDACTED, REDACTED]]))),
    ],
  )
}
