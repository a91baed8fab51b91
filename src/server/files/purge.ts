import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import { insertJob } from '../jobs/store.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import { isUsedVisibly } from '../permissions/visibleFiles.ts'
import { FORGET_JOB, keysOf, STORED_KEYS, type StoredKeys } from './forget.ts'

const hourMs = 3_600_000
/** Age at which an upload that no record shows is purged. */
const keptHours = 24
/** Older uploads were already checked on earlier days, and so were records purged earlier. */
const lookedAtHours = 24 * 14
/** Files of purged records that one run looks at. */
const MAX_OF_PURGED = 500
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Entries of the audit about a record that was purged, from which nothing can be restored. */
const IS_PURGED =
  "EXISTS (SELECT 1 FROM audit p WHERE p.entity = a.entity AND p.record_id = a.record_id AND p.action = 'purge')"

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly model: Model
  /** Collections kept in another database, whose records cannot be queried here. */
  readonly elsewhere: ReadonlySet<string>
  readonly now?: () => number
}

interface Row {
  readonly id: string
  readonly collection: string | null
  readonly created_at: Date | string
}

/** Uploads of the last days, and older files of records that were purged in them. */
const candidates = async (query: Query, now: number): Promise<Row[]> => {
  const [young, old] = [keptHours, lookedAtHours].map((hours) => new Date(now - hours * hourMs))
  const { rows } = await query<Row>(
    `SELECT id, collection, created_at FROM files WHERE created_at < $1 AND created_at >= $2
UNION SELECT * FROM (SELECT f.id, f.collection, f.created_at FROM files f WHERE f.created_at < $2 AND f.id IN (
  SELECT m[1]::uuid FROM audit p JOIN audit a ON a.entity = p.entity AND a.record_id = p.record_id, regexp_matches(a.patch::text, '${UUID}', 'g') m
  WHERE p.action = 'purge' AND p.at >= $2) ORDER BY f.id LIMIT ${MAX_OF_PURGED}) purged
ORDER BY created_at`,
    [young, old],
  )
  return rows
}

/**
 * True if a record shows the file, could show it again by a restore, or will once a request for
 * approval is applied.
 */
const isKept = async (
  query: Query,
  { model, access }: { readonly model: Model; readonly access: Access },
  { id, collection, created_at }: Row,
): Promise<boolean> => {
  if (await isUsedVisibly(query, model, access, id, collection)) return true
  const { rows } = await query(
    `SELECT 1 FROM audit a WHERE a.at >= $1 AND position($2 in a.patch::text) > 0 AND NOT ${IS_PURGED}
UNION ALL SELECT 1 FROM approval_requests WHERE state IN ('pending', 'approved') AND position($2 in shown::text) > 0 LIMIT 1`,
    [created_at, id],
  )
  return rows.length > 0
}

/**
 * Purges files older than a day that no record shows or ever showed, but purged ones: files named in
 * the audit of others can still be restored. A job deletes their content. Returns how many were
 * purged.
 */
export const purgeUnused = async ({
  db,
  model,
  elsewhere,
  now = Date.now,
}: Parts): Promise<number> => {
  const by = { model, access: compileAccess(model, systemActor) }
  const unused: Row[] = []
  for (const row of await candidates(db.query, now())) {
    const { collection } = row
    if (elsewhere.size && (collection === null || elsewhere.has(collection))) continue
    if (!(await isKept(db.query, by, row))) unused.push(row)
  }
  if (!unused.length) return 0
  return db.transaction(async ({ query }) => {
    // Waits for records that are about to show one, and looks again.
    await query('SELECT 1 FROM files WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE', [
      unused.map(({ id }) => id),
    ])
    const ids: string[] = []
    for (const row of unused) if (!(await isKept(query, by, row))) ids.push(row.id)
    const gone = await query<StoredKeys>(
      `DELETE FROM files WHERE id = ANY($1::uuid[]) RETURNING ${STORED_KEYS}`,
      [ids],
    )
    await query('DELETE FROM uploads WHERE file_id = ANY($1::uuid[])', [ids])
    await insertJob(query, uuidv7(), {
      kind: FORGET_JOB,
      payload: { keys: keysOf(gone.rows) },
      actor: SYSTEM_JOB,
    })
    return ids.length
  })
}
