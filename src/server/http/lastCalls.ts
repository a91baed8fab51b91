/** Services outside whose last call is remembered. */
export type Outside = 'mail' | 'files'

/** How the last real call went. `at` is an instant, ISO 8601. */
export interface LastCall {
  readonly at: string
  readonly ok: boolean
  /** What went wrong; null where nothing did. */
  readonly problem: string | null
}

/** Remembers how the last real call to each service outside went, since this process started. */
export interface LastCalls {
  /** Runs a call and remembers how it went; throws what the call throws. */
  around<T>(service: Outside, run: () => Promise<T>): Promise<T>
  /** Null while nothing was called. */
  of(service: Outside): LastCall | null
}

const PROBLEM_MAX = 300

export const createLastCalls = (now: () => number = Date.now): LastCalls => {
  const last = new Map<Outside, LastCall>()
  const note = (service: Outside, problem: string | null): void =>
    void last.set(service, {
      at: new Date(now()).toISOString(),
      ok: problem === null,
      problem: problem?.slice(0, PROBLEM_MAX) ?? null,
    })
  return {
    async around(service, run) {
      try {
        const done = await run()
        note(service, null)
        return done
      } catch (error) {
        note(service, error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    of: (service) => last.get(service) ?? null,
  }
}
