import type { Query } from '../database/query.ts'

/** External services whose last call is recorded. */
export const outsideServices = ['mail', 'files', 'identity', 'documents', 'push'] as const
export type Outside = (typeof outsideServices)[number]

/** Result of the last real call. `at` is an instant, ISO 8601. */
export interface LastCall {
  readonly at: string
  readonly ok: boolean
  /** Error message; null on success. */
  readonly problem: string | null
}

/**
 * Records the result of the last real call to each external service in the database, so that it
 * survives a restart.
 */
export interface LastCalls {
  /**
   * Runs a call and records its result; rethrows its errors. `works` tells which errors are valid
   * responses of the service.
   */
  around<T>(
    service: Outside,
    run: () => Promise<T>,
    works?: (error: unknown) => boolean,
  ): Promise<T>
  /** Records a result; `problem` is null on success. */
  note(service: Outside, problem: string | null): void
  /** Returns the last call of any process; null if there was none. */
  of(service: Outside): Promise<LastCall | null>
  /** Writes pending results and stops. */
  close(): Promise<void>
}

const PROBLEM_MAX = 300
const WRITE_MS = 2_000
const keyOf = (service: Outside): string => `outside.${service}`
const WRITE = `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value
  where settings.value->>'at' < excluded.value->>'at'`

/** Without a `query`, results are kept in this process only. */
export const createLastCalls = ({
  query,
  now = Date.now,
}: { readonly query?: Query; readonly now?: () => number } = {}): LastCalls => {
  const last = new Map<Outside, LastCall>()
  const unwritten = new Set<Outside>()
  const write = async (): Promise<void> => {
    for (const service of unwritten) {
      unwritten.delete(service)
      // A result that cannot be written is still shown by this process.
      await query?.(WRITE, [keyOf(service), JSON.stringify(last.get(service))]).catch(() => {})
    }
  }
  // Not during the call, which may run inside a transaction.
  const writing = query && setInterval(() => void write(), WRITE_MS).unref()
  const note: LastCalls['note'] = (service, problem) => {
    last.set(service, {
      at: new Date(now()).toISOString(),
      ok: problem === null,
      problem: problem?.slice(0, PROBLEM_MAX) ?? null,
    })
    unwritten.add(service)
  }
  return {
    note,
    async around(service, run, works = () => false) {
      try {
        const done = await run()
        note(service, null)
        return done
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error)
        note(service, works(error) ? null : said)
        throw error
      }
    },
    async of(service) {
      const known = last.get(service) ?? null
      const kept = query
        ? (
            await query<{ value: LastCall }>('select value from settings where key = $1', [
              keyOf(service),
            ])
          ).rows[0]?.value
        : undefined
      return kept && (!known || kept.at > known.at) ? kept : known
    },
    async close() {
      clearInterval(writing)
      await write()
    },
  }
}
