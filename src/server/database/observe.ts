/** Database activity, for operators. */
import type { Query } from './query.ts'
import { sqlState } from './errors.ts'

export interface Connections {
  /** Connections to this database, of all programs. */
  readonly used: number
  /** Limit of the whole server. */
  readonly most: number
}

export const connections = async (query: Query): Promise<Connections> => {
  const { rows } = await query<Connections>(
    `select count(*) filter (where datname = current_database())::int as used, current_setting('max_connections')::int as most from pg_stat_activity`,
  )
  return rows[0]!
}

/** A kind of statement, without its values. Times in milliseconds. */
export interface SlowStatement {
  readonly text: string
  readonly calls: number
  readonly meanMs: number
  readonly totalMs: number
}

const SLOW_MS = 50
const SHOWN = 5
const LONGEST_TEXT = 500
/**
 * The extension is not in this database, not loaded by the server, or not permitted to this role.
 */
const UNAVAILABLE = new Set(['42P01', '55000', '42501', '0A000', '42703'])

/**
 * Statements of this program that average 50 ms or more, by total time; null if the server does not
 * count them.
 */
export const slowStatements = async (query: Query): Promise<readonly SlowStatement[] | null> => {
  try {
    const { rows } = await query<SlowStatement>(
      `select left(query, ${LONGEST_TEXT}) as text, calls, round(mean_exec_time)::float8 as "meanMs", round(total_exec_time)::float8 as "totalMs"
       from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
         and userid = (select oid from pg_roles where rolname = current_user) and mean_exec_time >= ${SLOW_MS}
       order by total_exec_time desc limit ${SHOWN}`,
    )
    return rows
  } catch (error) {
    if (UNAVAILABLE.has(sqlState(error) ?? '')) {
      return null
    }
    throw error
  }
}
