/**
 * The database cannot be opened: damaged or unreadable files, a wrong version, an unreachable
 * server. `message` tells the person what to do; nothing was changed on disk.
 */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/** Another process holds the data directory. `pid` is that process; nothing was changed. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
  readonly pid: number

  constructor(message: string, pid: number) {
    super(message)
    this.pid = pid
  }
}

/**
 * The SQLSTATE of an error, or the system's code of a failed connection; undefined without either.
 */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/** Server crashed, stopped by the operator or starting; connection broken or refused. */
const LOST = new Set(['57P01', '57P02', '57P03', '08001', '08003', '08006'])
/** `pg` messages, without a code, for a lost connection. */
const GONE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * True when the database could not be reached: it is restarting or unreachable. A commit may have
 * happened.
 */
export const isConnectionLost = (error: unknown): boolean =>
  LOST.has(sqlState(error) ?? '') ||
  (error instanceof Error &&
    (['connect', 'read', 'write'].includes((error as NodeJS.ErrnoException).syscall ?? '') ||
      GONE.test(error.message)))
