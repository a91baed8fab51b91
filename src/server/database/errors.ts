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

/** The SQLSTATE of an error, or the system's code of a failed connection; undefined when it has none. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/** Crashed or stopped by the operator, starting, and connections that broke or were refused. */
const LOST = new Set(['57P01', '57P02', '57P03', '08001', '08003', '08006'])
/** What `pg` says, without a code, when the other side is gone. */
const GONE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the database was not there for a statement: it is restarting or cannot be reached. A commit may have happened. */
export const isConnectionLost = (error: unknown): boolean =>
  LOST.has(sqlState(error) ?? '') ||
  (error instanceof Error &&
    (['connect', 'read', 'write'].includes((error as NodeJS.ErrnoException).syscall ?? '') ||
      GONE.test(error.message)))
