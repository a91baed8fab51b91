import { setImmediate as giveWay } from 'node:timers/promises'
import type { Json } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import { gatherNotices } from '../notifications/gather.ts'
import type { RunningJob } from '../jobs/types.ts'
import {
  counted,
  keepOutcomes,
  nextRows,
  noCounts,
  tryRows,
  type RowStep,
  type SeesRow,
} from './rows.ts'
import { AT_ONCE, CHUNK, MAX_EXACT, type Counts, type TriedRow } from './types.ts'

/** An operation ready for execution. */
export interface Carried {
  readonly id: string
  readonly count: number
  readonly step: RowStep
  readonly sees: SeesRow
  /** Outcomes that rows have already: refused when the operation was reviewed. */
  readonly before?: Counts
}

/**
 * Ends an operation. An undo that restored nothing leaves what it was for as it was: it can be
 * undone again.
 */
const finish = async (tx: Tx, id: string, { done }: Counts): Promise<void> => {
  await tx.query("UPDATE operations SET state = 'done' WHERE id = $1", [id])
  if (done) return
  await tx.query(
    `WITH o AS (UPDATE operations SET undone_by = NULL WHERE undone_by = $1 RETURNING id, undo_of)
UPDATE operations first SET undone_by = o.id FROM o WHERE first.id = o.undo_of`,
    [id],
  )
}

/** Executes a small operation within the transaction of its request; returns the counts. */
export const carryOutNow = async (
  tx: Tx,
  { id, step, sees, before = noCounts() }: Carried,
): Promise<Counts> => {
  gatherNotices(tx, id)
  const rows = await nextRows(tx, id, 0, AT_ONCE)
  const tried = await tryRows(tx, rows, step, sees)
  const counts = counted(before, tried)
  await keepOutcomes(tx, id, tried, counts)
  await finish(tx, id, counts)
  return counts
}

interface Saved {
  readonly n: number
  readonly counts: Counts
}

const savedOf = (value: Json, before: Counts): Saved => {
  const saved = value as { n?: number; counts?: Counts } | null
  return { n: saved?.n ?? 0, counts: saved?.counts ?? before }
}

/**
 * Executes an operation as a job, in chunks: rows, outcomes and the position to resume from commit
 * together, so a process that dies neither repeats nor skips any. Ends early when the job is
 * cancelled; the rest is not processed.
 */
export const carryOutInJob = async (
  db: Database,
  job: RunningJob,
  { id, count, step, sees, before = noCounts() }: Carried,
): Promise<Counts> => {
  let { n, counts } = savedOf(job.saved, before)
  for (;;) {
    if (job.signal.aborted) throw new Error('stopped')
    const done = await db.transaction(async (tx) => {
      gatherNotices(tx, id)
      const rows = await nextRows(tx, id, n)
      const last = rows.at(-1)
      if (!last) {
        await finish(tx, id, counts)
        return undefined
      }
      const tried = await tryRows(tx, rows, step, sees)
      const sum = counted(counts, tried)
      await keepOutcomes(tx, id, tried, sum)
      await job.save({ n: last.n, counts: { ...sum } }, sum, tx)
      return { n: last.n, counts: sum }
    })
    if (!done) return counts
    ;({ n, counts } = done)
    await job.progress(Math.min(0.999, n / Math.max(1, count)), counts)
    await giveWay()
  }
}

/** Thrown to roll back a dry run; carries its result. */
class RolledBack<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super('rolled back')
    this.found = found
  }
}

const rollingBack = async <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    await db.transaction(async (tx) => {
      throw new RolledBack(await run(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.found as T
    throw error
  }
  throw new Error('A dry run was committed.')
}

/**
 * Result of a dry run. `estimate`: rows may affect each other across chunks, or time ran out before
 * the last.
 */
export interface Tried {
  readonly counts: Counts
  readonly examined: number
  readonly estimate: boolean
  readonly rows: readonly TriedRow[]
  /** The first changes by record, in the audit's format. */
  readonly changes: ReadonlyMap<string, Readonly<Record<string, readonly [Json, Json]>>>
}

/** A dry run in a request ends after this time, and reports how many rows it examined. */
const DRY_MS = 20_000
const SHOWN_CHANGES = 10

/** Returns the changes of the first records, by id; a rule may have changed one several times. */
const changesIn = async (
  tx: Tx,
  operationId: string,
  tried: readonly TriedRow[],
): Promise<Map<string, Record<string, readonly [Json, Json]>>> => {
  const first = tried.filter((row) => row.outcome === 'done').slice(0, SHOWN_CHANGES)
  const { rows } = await tx.query<{ id: string; patch: Record<string, [Json, Json]> }>(
    `SELECT a.record_id AS id, a.patch FROM unnest($2::text[], $3::uuid[]) r(entity, id) JOIN audit a ON a.entity = r.entity AND a.record_id = r.id
WHERE a.operation_id = $1 AND jsonb_typeof(a.patch) = 'object' ORDER BY a.seq`,
    [operationId, first.map((row) => row.entity), first.map((row) => row.id)],
  )
  const changes = new Map<string, Record<string, readonly [Json, Json]>>()
  for (const { id, patch } of rows) {
    const known = changes.get(id) ?? {}
    for (const [name, [before, after]] of Object.entries(patch)) {
      known[name] = [known[name]?.[0] ?? before, after]
    }
    changes.set(id, known)
  }
  return changes
}

/**
 * Executes everything and rolls it back: the refusals and their reasons are the actual ones. `now`
 * is the time in milliseconds.
 */
export const dryRun = async (
  db: Database,
  { id, count, step, sees }: Carried,
  now: () => number = Date.now,
): Promise<Tried> => {
  const size = count <= MAX_EXACT ? MAX_EXACT : CHUNK
  const until = now() + DRY_MS
  const isLate = (): boolean => now() >= until
  const rows: TriedRow[] = []
  let changes: Tried['changes'] = new Map()
  for (let n = 0; n < count && !(n && isLate());) {
    const found = await rollingBack(db, async (tx) => {
      gatherNotices(tx, id)
      const tried = await tryRows(tx, await nextRows(tx, id, n, size), step, sees, isLate)
      return { tried, changes: changes.size ? changes : await changesIn(tx, id, tried) }
    })
    changes = found.changes
    rows.push(...found.tried)
    const last = found.tried.at(-1)
    if (!last) break
    n = last.n
  }
  return {
    counts: counted(noCounts(), rows),
    examined: rows.length,
    estimate: count > MAX_EXACT || rows.length < count,
    rows,
    changes,
  }
}
