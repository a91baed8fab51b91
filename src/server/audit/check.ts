import type { Database, DatabaseLog } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import { describeVerdict, verifyAudit, type Tampering, type Verdict } from './verify.ts'

/** Result of the last comparison of the audit with its chain. */
export interface AuditCheck {
  /** ISO 8601. */
  readonly at: string
  /** Number of leading entries whose links are valid. */
  readonly entries: number
  /** The last valid entry; null if there is none. */
  readonly upTo: { readonly seq: string; readonly at: string } | null
  /** The first entry that differs from what was sealed. */
  readonly tampering: Tampering | null
}

const KEY = 'audit.check'

/** Returns the last finished check; null before the first. */
export const lastAuditCheck = async (query: Query): Promise<AuditCheck | null> =>
  (await query<{ value: AuditCheck }>('select value from settings where key = $1', [KEY])).rows[0]
    ?.value ?? null

/** Stores the result of a chain verification in the settings. */
export const noteAuditCheck = async (query: Query, verdict: Verdict): Promise<AuditCheck> => {
  const { rows } = await query<{ seq: string; at: string }>(
    'select a.seq::text as seq, a.at from audit_seals s join audit a on a.seq = s.seq where s.place = $1',
    [verdict.verified],
  )
  const check: AuditCheck = {
    at: new Date().toISOString(),
    entries: verdict.verified,
    upTo: rows[0] ?? null,
    tampering: verdict.tampering,
  }
  await query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [KEY, JSON.stringify(check)],
  )
  return check
}

/** Interval between checks of the whole chain. */
const DUE_MS = 24 * 60 * 60_000

/** True when the last check is a day old or covered no sealed entry. */
export const isAuditCheckDue = async (query: Query): Promise<boolean> => {
  const last = await lastAuditCheck(query)
  return !last?.upTo || Date.now() - Date.parse(last.at) >= DUE_MS
}

/** Verifies the whole chain, stores the result and logs any tampering. */
export const checkAudit = async (db: Database, log: DatabaseLog): Promise<AuditCheck> => {
  const verdict = await verifyAudit(db)
  if (verdict.tampering) log.error(describeVerdict(verdict))
  return noteAuditCheck(db.query, verdict)
}
