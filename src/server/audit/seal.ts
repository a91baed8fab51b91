import { setImmediate as giveWay, setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from '../database/errors.ts'
import type { Database, Tx } from '../database/pool.ts'
import { ENTRY, leavesOf, linkOf, newSalt, type Entry } from '../store/write/auditChain.ts'

/** Maximum number of entries sealed in one transaction. */
const BATCH = 500
/** Entries that are hashed before requests get their turn: a few milliseconds. */
const AT_ONCE = 20
/** Pause between two batches, to leave time for other work. */
const PAUSE_MS = 5
/** Row of `settings` that holds the end of the chain, so that a truncated chain is detected. */
export const HEAD = 'audit.chain'
const BUSY = '55P03'

interface Last {
  readonly place: number
  readonly hash: string
  readonly xid: string
  readonly seq: string
}

/**
 * The last link, and the position in commit order up to which everything is sealed. Transaction ids
 * of another cluster, from which the data was restored, are meaningless here; they are recognised
 * by being in the future.
 */
export const LAST = `select place, hash, case when xid < pg_snapshot_xmax(pg_current_snapshot()) then xid::text else '0' end as xid,
  case when xid < pg_snapshot_xmax(pg_current_snapshot()) then seq::text else '0' end as seq from audit_seals order by place desc limit 1`
const FIRST: Last = { place: 0, hash: '', xid: '0', seq: '0' }

const UNSEALED = 'not exists (select from audit_seals s where s.seq = a.seq)'
// Below `pg_snapshot_xmin`, no entry can appear before one already read: see events/changes.ts.
const FINAL = `select ${ENTRY} from audit a where (a.xid, a.seq) > ($1::text::xid8, $2::bigint) and a.xid < pg_snapshot_xmin(pg_current_snapshot()) and ${UNSEALED} order by a.xid, a.seq limit ${BATCH}`
const RESTORED = `select ${ENTRY} from audit a where a.xid >= pg_snapshot_xmax(pg_current_snapshot()) and ${UNSEALED} order by a.xid, a.seq limit ${BATCH}`
const APPEND =
  'insert into audit_seals (place, seq, xid, hash, salt) select place, seq, xid::xid8, hash, salt from json_to_recordset($1::json) as l(place bigint, seq bigint, xid text, hash text, salt text)'

const appendLinks = async (tx: Tx, last: Last, entries: readonly Entry[]): Promise<void> => {
  let { place, hash } = last
  const links: object[] = []
  for (const entry of entries) {
    const salt = newSalt()
    place += 1
    hash = linkOf(hash, place, entry, leavesOf(entry, salt))
    links.push({ place, seq: entry.seq, xid: entry.xid, hash, salt })
    if (links.length % AT_ONCE === 0) await giveWay()
  }
  await tx.query(APPEND, [JSON.stringify(links)])
  await tx.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [HEAD, JSON.stringify({ place, hash })],
  )
}

/**
 * Seals the next entries in commit order; returns how many. Returns 0 while another process seals
 * or values are being removed.
 */
const sealBatch = async (db: Database, text: string): Promise<number> => {
  try {
    return await db.transaction(async (tx) => {
      // A removal locks the table until it commits, so the changed entries are sealed as they are
      // afterwards.
      await tx.query('select audit_seals_lock()')
      const last = (await tx.query<Last>(LAST)).rows[0] ?? FIRST
      const { rows } = await tx.query<Entry>(text, text === FINAL ? [last.xid, last.seq] : [])
      if (rows.length) await appendLinks(tx, last, rows)
      return rows.length
    })
  } catch (error) {
    if (sqlState(error) === BUSY) return 0
    throw error
  }
}

/**
 * The job that seals all final entries, batch by batch. A batch that is not full is the last, or a
 * steady writer would keep it sealing a few entries at a time. Entries of a restored backup
 * are searched for once.
 */
export const sealer = (db: Database): ((signal?: AbortSignal) => Promise<number>) => {
  let restored = true
  return async (signal) => {
    let sealed = 0
    for (const text of restored ? [FINAL, RESTORED] : [FINAL]) {
      for (;;) {
        const count = signal?.aborted ? 0 : await sealBatch(db, text)
        sealed += count
        if (count < BATCH) break
        await sleep(PAUSE_MS)
      }
    }
    restored = false
    return sealed
  }
}
