/**
 * A change of one record as one statement, without a transaction around it: the statement finds the version that was
 * read or writes nothing, and carries its audit row. So what took five trips to the database takes two.
 */
import { auditRow, AUDIT_COLUMNS, type AuditNote } from '../../audit/entry.ts'
import { sqlState, type Tx } from '../../database/pool.ts'
import type { ResourceModel } from '#model/types.ts'
import { RecentSet } from '../read/recentSet.ts'
import type { RecordData, WriteContext } from '../types.ts'
import { sqlValues } from './find.ts'
import { prepared } from './prepared.ts'
import { changedParameters, fromRow, selected, type StoredRow } from './rows.ts'
import type { Change } from './rules.ts'
import { unitOf, wake, type TxWriteContext, type Unit, type WriterParts } from './unit.ts'

/** Says that this write needs a transaction after all: because a rule `asked` to lock or write, or somebody was quicker. */
class NeedsTransaction extends Error {
  readonly asked: boolean
  constructor(asked: boolean) {
    super('This write needs a transaction.')
    this.asked = asked
  }
}

/** Nothing was written, and in a transaction it may go well. */
const RETRIED = new Set(['40001', '40P01'])

const KEPT_MS = 60_000

/** Shapes of changes that needed a transaction a moment ago, so that they start with one. */
const heavy = new RecentSet(1000, KEPT_MS)

const shapeOf = (resource: ResourceModel, body: unknown): string =>
  `${resource.entity} ${body && typeof body === 'object' ? Object.keys(body).sort().join() : ''}`

// What a rule asks of its transaction it gets in one, or not at all.
const refuse = (): never => {
  throw new NeedsTransaction(true)
}
const noTransaction: Tx = { query: async () => refuse(), afterCommit: refuse }

/**
 * May this change go without a transaction? Only one of its own (`context.tx` joins another's), of an entity with nothing
 * to do afterwards, by somebody whose rows are all rows, with the same fields on each: others must be asked again once the row is written.
 */
const mayGoAlone = (
  parts: WriterParts,
  resource: ResourceModel,
  context: TxWriteContext,
): boolean =>
  !context.tx &&
  !parts.rules?.[resource.entity]?.afterWrite &&
  context.access.rows(resource, 't', sqlValues(), 'write', `${resource.entity}.update`) ===
    'true' &&
  !context.access.narrowed(resource, 'write', `${resource.entity}.update`).length &&
  !context.access.narrowed(resource, 'read').length

/**
 * Tries `run` without a transaction; undefined when it needs one, and then nothing was written. What `run` throws is
 * what the write throws. Rules that only look at the record, and load others, run here; one that locks does not.
 */
export const aloneIfPossible = async <T>(
  parts: WriterParts,
  resource: ResourceModel,
  body: unknown,
  context: TxWriteContext,
  run: (unit: Unit) => Promise<T>,
): Promise<{ readonly answer: T } | undefined> => {
  const shape = shapeOf(resource, body)
  if (heavy.has(shape) || !mayGoAlone(parts, resource, context)) return undefined
  try {
    const answer = await run({
      ...unitOf(parts, resource, context, noTransaction, parts.db),
      alone: true,
    })
    wake(parts.db)
    return { answer }
  } catch (error) {
    if (error instanceof NeedsTransaction ? error.asked : !RETRIED.has(sqlState(error) ?? '')) {
      if (!(error instanceof NeedsTransaction)) throw error
      heavy.add(shape)
    }
    return undefined
  }
}

// A body chooses which columns change, so the memory of texts is bounded, and only these are prepared.
const MAX_TEXTS = 40
const texts = new WeakMap<ResourceModel, Map<string, string>>()

const updateStatement = (
  resource: ResourceModel,
  changed: ReadonlySet<string>,
  columns: readonly string[],
): ReturnType<typeof prepared> => {
  const known = texts.get(resource) ?? new Map<string, string>()
  texts.set(resource, known)
  const key = columns.join()
  const found = known.get(key)
  if (found !== undefined) return prepared(found)
  // Each value is a parameter of its column's type: PostgreSQL takes them out of JSON in twice the time.
  const set = columns.map((c, i) => `"${c}" = $${i + 4}`).join(', ')
  const entry = AUDIT_COLUMNS.map((_, i) => `$${i + 4 + columns.length}`).join(', ')
  const written = selected(
    resource,
    't',
    new Set(['version', 'updatedAt', 'updatedBy', ...changed]),
  )
  const text = `WITH w AS (UPDATE "${resource.table}" t SET ${set}, version = version + 1, updated_at = now(), updated_by = $3 WHERE id = $1 AND version = $2 AND deleted_at IS NULL RETURNING ${written}),
a AS (INSERT INTO audit (${AUDIT_COLUMNS.join(', ')}) SELECT ${entry} FROM w)
SELECT record FROM w`
  if (known.size >= MAX_TEXTS) return { text }
  known.set(key, text)
  return prepared(text)
}

/**
 * Writes the changed columns of a live record and the audit row, if the record still has the version of `before`.
 * Only those columns: what is kept without a version (when a person was last seen) is not carried back.
 */
export const writeAlone = async (
  unit: Unit,
  change: Change,
  note: AuditNote,
  context: WriteContext,
): Promise<RecordData> => {
  const { resource } = unit
  const before = change.before!
  const columns = changedParameters(resource, change.after!, change.changed)
  const entry = auditRow(resource, change, note, context)
  const values = [
    before.id,
    before.version,
    context.access.actor.personId,
    ...Object.values(columns),
    ...AUDIT_COLUMNS.map((c) => entry[c]),
  ]
  const {
    rows: [row],
  } = await unit.parts.db.query<StoredRow>({
    ...updateStatement(resource, change.changed, Object.keys(columns)),
    values,
  })
  if (!row) throw new NeedsTransaction(false)
  return { ...before, ...fromRow(row) }
}
