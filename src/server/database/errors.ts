/** PostgreSQL's own code for a statement that ran too long; both tiers use it. */
export const QUERY_TIMED_OUT = '57014'
/** PostgreSQL's own code for a connection lost because the database process died. */
export const DATABASE_CRASHED = '57P02'

/**
 * The database cannot be opened as it is: damaged or unreadable files, a wrong version, a server that does not answer.
 * `message` tells the person what to do; nothing was changed on disk.
 */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/** Another process holds the data directory. `pid` is that process; nothing was touched. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
  readonly pid: number

  constructor(message: string, pid: number) {
    super(message)
    this.pid = pid
  }
}

/**
 * The embedded database had to be restarted while a query ran, so the query (and its transaction) did not happen.
 * `code` is `QUERY_TIMED_OUT` or `DATABASE_CRASHED`. The next query works again.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** The SQLSTATE of an error of either tier, or undefined when it is not a database error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
