import type { Query } from '../database/query.ts'

/** Services outside whose last call is remembered. */
export const outsideServices = ['mail', 'files', 'identity', 'documents', 'push'] as const
export type Outside = (typeof outsideServices)[number]

/** How the last real call went. `at` is an instant, ISO 8601. */
export interface LastCall {
  readonly at: string
  readonly ok: boolean
  /** What went wrong; null where nothing did. */
  readonly problem: string | null
}

/** Remembers how the last real call to each service outside went, in the database, so that a restart does not forget it. */
export interface LastCalls {
  /** Runs a call and remembers how it went; throws what the call throws. `works` says which errors are the service's proper answers. */
  around<T>(
    service: Outside,
    run: () => Promise<T>,
    works?: (error: unknown) => boolean,
  ): Promise<T>
  /** Notes how a call went; `problem` null where it succeeded. */
  note(service: Outside, problem: string | null): void
  /** Of this and every other process; null while nothing was called. */
  of(service: Outside): Promise<LastCall | null>
  /** Writes what is not written yet, and no more. */
  close(): Promise<void>
}

const PROBLEM_MAX = 300
const WRITE_MS = 2_000
const keyOf = (service: Outside): string => `outside.${service}`
const WRITE = `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value
  where settings.value->>'at' < excluded.value->>'at'`

/** Without a `query` only this process remembers. */
export const createLastCalls = ({
  query,
  now = Date.now,
}: { readonly query?: Query; readonly now?: () => number } = {}): LastCalls => {
  const last = new Map<Outside, LastCall>()
  const unwritten = new Set<Outside>()
  const write = async (): Promise<void> => {
    for (const service of unwritten) {
      unwritten.delete(service)
      // One that cannot be written is still shown by this process.
      await query?.(WRITE, [keyOf(service), JSON.stringify(last.get(service))]).catch(() => {})
    }
  }
  // Not within the call, which may run inside a transaction.
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
