import type pg from 'pg'

/** SQL with `$1` parameters; with a `name` it is prepared once per connection. */
export type QueryText = string | { name?: string; text: string; values?: unknown[] }

export type QueryResult<T> = { rows: T[]; rowCount: number }

/**
 * Runs one statement (or several without parameters). Errors are `pg.DatabaseError` with `code`,
 * `constraint`, `table`, `column`.
 */
export type Query = <T = Record<string, unknown>>(
  text: QueryText,
  values?: unknown[],
) => Promise<QueryResult<T>>

/** Where the database reports errors without a caller; `console` fits. */
export type DatabaseLog = {
  info: (message: string) => void
  warn: (message: string) => void
  error: (message: string) => void
}

/** Pools and clients whose statements keep no name between two calls. */
export const unnamed = new WeakSet<object>()

/** The rows of the last statement, and how many it returned or changed. */
export const resultOf = <T>(response: pg.QueryResult | pg.QueryResult[]): QueryResult<T> => {
  const last = Array.isArray(response) ? response.at(-1) : response
  return { rows: (last?.rows ?? []) as T[], rowCount: last?.rowCount ?? 0 }
}

/** `Query` over any `pg` pool or client. With several statements, returns the rows of the last. */
export async function runQuery<T>(
  on: pg.Pool | pg.ClientBase,
  text: QueryText,
  values?: unknown[],
): Promise<QueryResult<T>> {
  const config = { ...(typeof text === 'string' ? { text } : text), ...(values && { values }) }
  if (unnamed.has(on)) delete config.name
  return resultOf<T>(await (on as pg.ClientBase).query(config))
}
