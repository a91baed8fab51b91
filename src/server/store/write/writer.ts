import { say } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import { own } from '#schemas/define/own.ts'
import { validate } from '#model/validation.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import { forbidden, invalid, notFound, Problem } from '../../base/problem.ts'
import { sealWith } from '../../secrets/vaults.ts'
import type { AtVersion, OperationKind, RecordData, Writer } from '../types.ts'
import { fieldsReadableOn, fieldsWritableOn, fieldsOnSome } from '../../permissions/fieldsOn.ts'
import { act, type Acted } from './act.ts'
import { apply, withSet } from './apply.ts'
import { loading } from './cut.ts'
import { findForWrite, isId } from './find.ts'
import { importRows, type ImportOptions, type ImportResult, type ImportRow } from './importRows.ts'
import { othersOf } from './others.ts'
import { present } from './present.ts'
import { previewOf } from './preview.ts'
import { removeRecord, restoreRecord } from './removal.ts'
import { canonicalValues } from './rows.ts'
import type { Scheduled } from './rules.ts'
import { revisionValues } from './revision.ts'
import { transitionRecord } from './transition.ts'
import {
  inTransaction,
  noSuch,
  requireVersion,
  unitOf,
  wake,
  type TxWriteContext,
  type Unit,
  type WriterParts,
} from './unit.ts'
import { requirePermission } from '../../permissions/require.ts'

export type { TxWriteContext, WriterParts } from './unit.ts'

type ScheduledRun = Extract<Scheduled, { run: unknown }>['run']

/** `Writer` that can join a transaction and compute previews. */
export interface TransactionalWriter extends Writer {
  /** A write that the server composes of the writer's own parts: bulks and undos. */
  unit(resource: ResourceModel, context: TxWriteContext, tx: Tx): Unit
  create(resource: ResourceModel, body: unknown, context: TxWriteContext): Promise<RecordData>
  patch(
    resource: ResourceModel,
    id: string,
    version: number,
    body: unknown,
    context: TxWriteContext,
  ): Promise<RecordData>
  remove(
    resource: ResourceModel,
    id: string,
    version: number,
    options: { purge: boolean },
    context: TxWriteContext,
  ): Promise<void>
  restore(
    resource: ResourceModel,
    id: string,
    version: number,
    context: TxWriteContext,
  ): Promise<RecordData>
  transition(
    resource: ResourceModel,
    target: AtVersion,
    to: string,
    body: unknown,
    context: TxWriteContext,
  ): Promise<RecordData>
  restoreRevision(
    resource: ResourceModel,
    target: AtVersion,
    revision: string,
    context: TxWriteContext,
    /** Restores only these fields. */
    only?: readonly string[],
  ): Promise<RecordData>
  /** Runs a declared action; 404 for an unknown name. */
  act(
    resource: ResourceModel,
    target: AtVersion,
    action: string,
    body: unknown,
    context: TxWriteContext,
  ): Promise<Acted>
  /** `patch` that also changes append-only records: for rules that write other records. */
  update(
    resource: ResourceModel,
    id: string,
    version: number,
    body: unknown,
    context: TxWriteContext,
  ): Promise<RecordData>
  /**
   * A value that a rule computes about a record without changing it, e.g. `cancellation` of a
   * booking; 404 for an unknown name.
   */
  preview(
    resource: ResourceModel,
    id: string,
    name: string,
    context: TxWriteContext,
    input?: Readonly<Record<string, string>>,
  ): Promise<Json>
  /**
   * A declared document of a record; 404 if there is none (yet), 403 for callers who cannot read
   * the whole record.
   */
  document(
    resource: ResourceModel,
    id: string,
    name: string,
    context: TxWriteContext,
  ): Promise<{ readonly fileName: string; readonly bytes: Uint8Array }>
  /**
   * Runs a scheduled rule; returns false, without running it, if the record has changed since that
   * version.
   */
  runScheduled(
    resource: ResourceModel,
    id: string,
    version: number,
    run: ScheduledRun,
    context: TxWriteContext,
  ): Promise<boolean>
  /** See `importRows`. */
  importRows(
    resource: ResourceModel,
    rows: readonly ImportRow[],
    options: ImportOptions,
    context: TxWriteContext,
  ): Promise<ImportResult>
}

const refuseAppendOnly = (resource: ResourceModel): void => {
  if (resource.appendOnly) {
    throw new Problem(
      405,
      'append_only',
      say('{{many}} are never changed or deleted.', { many: { label: resource.label.many } }),
      {
        headers: { Allow: 'GET, POST' },
      },
    )
  }
}

/** Marks the write as the start of an operation, unless it already belongs to one. */
const began = (
  context: TxWriteContext,
  kind: OperationKind,
  resource: ResourceModel,
  recordId: string,
  name?: string,
): TxWriteContext => ({
  ...context,
  operation: context.operation ?? {
    kind,
    entity: resource.entity,
    recordId: isId(recordId) ? recordId : undefined,
    name,
  },
})

const create = async (unit: Unit, body: unknown, id: string): Promise<RecordData> => {
  requirePermission(unit.context.access, `${unit.resource.entity}.create`)
  const checked = validate(unit.def, body, {
    mode: 'create',
    allowed: fieldsOnSome(
      unit.context.access,
      unit.resource,
      'write',
      `${unit.resource.entity}.create`,
    ),
  })
  if (!checked.ok) throw invalid(checked.errors)
  return apply(unit, null, withSet(unit, checked.value), id, {
    kind: 'create',
    key: 'create',
    note: { action: 'create' },
  })
}

/** The id of a new record: the system can choose it. */
const newId = ({ access, set }: TxWriteContext): string => {
  const own = access.actor.kind === 'system' ? set?.id : undefined
  return isId(own) ? own : uuidv7()
}

/** Fields of a record that the caller can change. */
const writableOn = async (unit: Unit, id: string): Promise<ReadonlySet<string>> => {
  const { tx, resource, context } = unit
  const key = `${resource.entity}.update`
  return (await fieldsWritableOn(tx.query, context.access, resource, [id], key))(id)
}

/** Loads the live record for a change and checks permission, rows and version. */
const forUpdate = async (unit: Unit, id: string, version: number): Promise<RecordData> => {
  requirePermission(unit.context.access, `${unit.resource.entity}.update`)
  const row = await findForWrite(unit.tx, unit.resource, id, unit.context.access, { key: 'update' })
  if (!row) throw noSuch(unit)
  await requireVersion(unit, row, version)
  return row
}

const change = async (
  unit: Unit,
  row: RecordData,
  body: unknown,
  note: string | undefined,
): Promise<RecordData> => {
  // Rules of other entities can still write append-only records; people cannot, through any
  // channel.
  if (unit.context.access.actor.kind === 'person') refuseAppendOnly(unit.resource)
  const checked = validate(unit.def, body, {
    mode: 'patch',
    current: row,
    allowed: await writableOn(unit, row.id),
  })
  if (!checked.ok) throw invalid(checked.errors)
  return apply(unit, row, withSet(unit, checked.value), row.id, {
    kind: 'update',
    key: 'update',
    note: { action: 'update', reason: note },
  })
}

/** Writes one document of a record for a caller who may read all of its fields. */
const documentOf = async (
  unit: Unit,
  id: string,
  name: string,
): ReturnType<TransactionalWriter['document']> => {
  const { resource } = unit
  const { access } = unit.context
  requirePermission(access, `${resource.entity}.read`)
  const write = own(unit.rules.documents, name)
  const row =
    write && (await findForWrite(unit.tx, resource, id, access, { key: 'read', lock: '' }))
  if (!write || !row) throw write ? noSuch(unit) : notFound('document')
  const readable = await fieldsReadableOn(unit.tx.query, access, resource, [id])
  if (!resource.fields.every((f) => readable(id).has(f.name))) {
    throw forbidden('This document shows more than you may see.')
  }
  const shown = (of: ResourceModel, record: RecordData): Promise<RecordData> =>
    present(unit.tx.query, of, record, access)
  return write(await shown(resource, row), loading(unit, shown))
}

/** Runs a scheduled rule on a record; false if it has changed since. */
const runScheduled = async (
  unit: Unit,
  id: string,
  version: number,
  run: Parameters<TransactionalWriter['runScheduled']>[3],
): Promise<boolean> => {
  const row = await findForWrite(unit.tx, unit.resource, id, unit.context.access, { key: 'update' })
  if (row?.version !== version) return false
  const values = await run(row, unit.rule)
  if (values) {
    await apply(unit, row, canonicalValues(unit.resource, values), id, {
      kind: 'update',
      key: 'update',
      note: { action: 'update' },
    })
  }
  return true
}

/**
 * Creates the writer. Each call is one transaction (or joins `context.tx`), writes the record and
 * its audit row in one statement, and returns the readable record. To give a request one effect per
 * idempotency key:
 *
 * ```ts
 * const response = await withIdempotency(db, { person, key, bodyHash }, async (tx) => {
 *   const record = await writer.create(resource, body, { ...context, tx })
 *   const headers = { ETag: `"${record.version}"` }
 *   return { status: 201, headers, body: JSON.stringify({ data: record }) }
 * })
 * ```
 */
export const createWriter = (given: WriterParts): TransactionalWriter => {
  if (given.vault) sealWith(given.model, given.vault)
  const parts: WriterParts = { ...given, others: (...args) => othersOf(parts, writer)(...args) }
  const seen = (unit: Unit, record: RecordData): Promise<RecordData> =>
    present(unit.tx.query, unit.resource, record, unit.context.access)
  const update: TransactionalWriter['update'] = (resource, id, version, body, context) =>
    inTransaction(parts, resource, began(context, 'update', resource, id), async (unit) =>
      seen(unit, await change(unit, await forUpdate(unit, id, version), body, undefined)),
    )
  const writer: TransactionalWriter = {
    unit(resource, context, tx) {
      tx.afterCommit(() => wake(parts.db))
      return unitOf(parts, resource, context, tx)
    },
    create: (resource, body, context) => {
      const id = newId(context)
      return inTransaction(parts, resource, began(context, 'create', resource, id), async (unit) =>
        seen(unit, await create(unit, body, id)),
      )
    },
    patch(resource, id, version, body, context) {
      refuseAppendOnly(resource)
      return update(resource, id, version, body, context)
    },
    update,
    remove: (resource, id, version, { purge }, context) => {
      refuseAppendOnly(resource)
      const kind = purge ? 'purge' : 'delete'
      return inTransaction(parts, resource, began(context, kind, resource, id), (unit) =>
        removeRecord(unit, id, version, purge),
      )
    },
    restore: (resource, id, version, context) =>
      inTransaction(parts, resource, began(context, 'restore', resource, id), async (unit) =>
        seen(unit, await restoreRecord(unit, id, version)),
      ),
    transition: (resource, { id, version }, to, body, context) =>
      inTransaction(parts, resource, began(context, 'transition', resource, id, to), async (unit) =>
        seen(unit, await transitionRecord(unit, id, version, to, body)),
      ),
    restoreRevision: (resource, { id, version }, revision, context, only) =>
      inTransaction(parts, resource, began(context, 'update', resource, id), async (unit) => {
        refuseAppendOnly(resource)
        const row = await forUpdate(unit, id, version)
        return seen(
          unit,
          await change(
            unit,
            row,
            await revisionValues(unit, row, revision, only),
            `Back to revision ${revision}`,
          ),
        )
      }),
    act: (resource, { id, version }, action, body, context) =>
      inTransaction(
        parts,
        resource,
        began(context, 'action', resource, id, action),
        async (unit) => {
          const { record, result } = await act(unit, id, version, action, body)
          return { record: await seen(unit, record), result }
        },
      ),
    preview: (resource, id, name, context, input = {}) =>
      inTransaction(parts, resource, context, (unit) => previewOf(unit, id, name, input)),
    document: (resource, id, name, context) =>
      inTransaction(parts, resource, context, (unit) => documentOf(unit, id, name)),
    runScheduled: (resource, id, version, run, context) =>
      inTransaction(parts, resource, began(context, 'update', resource, id), (unit) =>
        runScheduled(unit, id, version, run),
      ),
    importRows: (resource, rows, options, context) =>
      importRows(parts, resource, rows, options, context),
  }
  return writer
}
