/**
 * Copies the records of a collection between the server's own table and Firestore, so that
 * switching either way loses nothing.
 */
import { isUuid } from '#model/uuid.ts'
import { randomUUID } from 'node:crypto'
import type { AnyResource } from '#schemas/define/resource.ts'
import type { ResourceModel } from '#model/types.ts'
import { validate } from '#model/validation.ts'
import type { Database } from '../database/pool.ts'
import { onBehalfOf, systemActor } from '../permissions/access.ts'
import type { RecordData } from '../store/types.ts'
import type { Change } from '../store/write/rules.ts'
import { differing, fromRow, selected, type StoredRow } from '../store/write/rows.ts'
import { writeChanges } from '../store/write/statements.ts'
import type { DocumentAdmin, Held } from './documentAdmin.ts'

/**
 * Number of records copied, identical, and newer on the other side, and the records that could not
 * be copied.
 */
export interface CopyReport {
  readonly copied: number
  readonly same: number
  readonly newer: number
  readonly failed: readonly { readonly id: string; readonly why: string }[]
}

interface Parts {
  readonly db: Database
  readonly admin: DocumentAdmin
  readonly resource: ResourceModel
  /** The collection's schema, for validation. */
  readonly declaration: AnyResource
  readonly to: 'server' | 'firestore'
  readonly dryRun?: boolean
  readonly onProgress?: (done: number) => void
}

const PAGE = 100
const fits = (
  declaration: AnyResource,
  resource: ResourceModel,
  record: RecordData,
): string | undefined => {
  const body = Object.fromEntries(resource.fields.map((f) => [f.name, record[f.name] ?? null]))
  const checked = validate(declaration, body, { mode: 'create' })
  return checked.ok
    ? undefined
    : `it does not fit the schema: ${checked.errors.map((e) => e.path).join(', ')}`
}
/** Returns a record, or the reason why there is none, by id. */
const recordOrReason = (held: Held): readonly [string, RecordData | string] => {
  if ('misfits' in held) {
    return [held.id, `it is stored in a form that does not fit: ${held.misfits.join(', ')}`]
  }
  const { id } = held.record
  return [
    id,
    isUuid(id) && id === id.toLowerCase() ? held.record : 'its id is none that records have',
  ]
}

const rowsAfter = async (
  { db, resource }: Parts,
  after: string | undefined,
): Promise<RecordData[]> =>
  (
    await db.query<StoredRow>(
      `select ${selected(resource, 't')} from "${resource.table}" t where $1::uuid is null or t.id > $1 order by t.id limit ${PAGE}`,
      [after ?? null],
    )
  ).rows.map(fromRow)
const rowsOf = async ({ db, resource }: Parts, ids: readonly string[]): Promise<RecordData[]> =>
  (
    await db.query<StoredRow>(
      `select ${selected(resource, 't')} from "${resource.table}" t where t.id = any($1::uuid[])`,
      [ids],
    )
  ).rows.map(fromRow)

/**
 * Writes one record into its table with its times, persons and version, and an audit entry that
 * names its origin.
 */
const enter = async (
  { db, resource }: Parts,
  after: RecordData,
  before: RecordData | null,
): Promise<void> => {
  const change: Change = {
    kind: before ? 'update' : 'create',
    before,
    after,
    changed: differing(resource, before, after),
  }
  const context = {
    access: onBehalfOf(systemActor),
    channel: 'system' as const,
    requestId: 'documents',
    operationId: randomUUID(),
  }
  await db.transaction(async (tx) => {
    await writeChanges(
      tx,
      resource,
      [change],
      [{ action: before ? 'update' : 'create', reason: 'Copied from Firestore' }],
      context,
    )
    await tx.query(
      `update "${resource.table}" set created_at = $2, updated_at = $3, created_by = $4, updated_by = $5 where id = $1`,
      [after.id, after.createdAt, after.updatedAt, after.createdBy, after.updatedBy],
    )
  })
}

const later = (a: RecordData, b: RecordData): boolean =>
  a.version > b.version || (a.version === b.version && String(a.updatedAt) > String(b.updatedAt))

/**
 * Copies every record of a collection, the trash included, that the other side lacks or has in an
 * earlier version. Nothing is removed on either side, and later versions on the other side stay, so
 * it can be run again at any time.
 */
export const copyDocuments = async (parts: Parts): Promise<CopyReport> => {
  const { admin, resource, declaration, to, dryRun = false, onProgress } = parts
  const failed: { id: string; why: string }[] = []
  let [copied, same, newer] = [0, 0, 0]
  for (let after: string | undefined; ;) {
    const from: (readonly [string, RecordData | string])[] =
      to === 'server'
        ? (await admin.page(resource, after, PAGE)).map(recordOrReason)
        : (await rowsAfter(parts, after)).map((record) => [record.id, record] as const)
    if (!from.length) return { copied, same, newer, failed }
    after = from.at(-1)![0]
    const records = from.flatMap(([id, record]) => {
      const why = typeof record === 'string' ? record : fits(declaration, resource, record)
      if (why !== undefined) failed.push({ id, why })
      return typeof record === 'string' || why !== undefined ? [] : [record]
    })
    const ids = records.map((r) => r.id)
    const there = new Map<string, RecordData | string>(
      to === 'server'
        ? (await rowsOf(parts, ids)).map((r) => [r.id, r])
        : (await admin.find(resource, ids)).map(recordOrReason),
    )
    const wanted = records.filter((record) => {
      const other = there.get(record.id)
      // An invalid record on the other side is replaced by the valid one.
      if (other === undefined || typeof other === 'string' || later(record, other)) return true
      if (later(other, record)) newer++
      else same++
      return false
    })
    const put = async (batch: readonly RecordData[]): Promise<void> => {
      if (dryRun) return
      if (to === 'firestore') return admin.put(resource, batch)
      for (const record of batch) {
        const other = there.get(record.id)
        await enter(parts, record, typeof other === 'object' ? other : null)
      }
    }
    // In one batch if the target supports it, else one by one, so that one record cannot block the
    // others.
    for (const batch of to === 'firestore' && wanted.length
      ? [wanted]
      : wanted.map((record) => [record])) {
      try {
        await put(batch)
        copied += batch.length
      } catch (error) {
        if (to === 'firestore') throw error
        failed.push({
          id: batch[0]!.id,
          why: error instanceof Error ? error.message : String(error),
        })
      }
      onProgress?.(copied)
    }
  }
}
