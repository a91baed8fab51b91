import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Query } from '../database/query.ts'
import { keptClient, keptEmail, securityLine, type SecurityKind } from './events.ts'
import type { Origin } from './origin.ts'

const MINUTE_MS = 60_000
const FLUSH_MS = 250
/** Maximum distinct refusals per minute; further ones are grouped by kind. */
const MAX_GROUPS = 1000

/** Statuses that are refusals. */
export const REFUSED: readonly number[] = [401, 403, 429]

const kindOf = (status: number, signingIn: boolean): SecurityKind => {
  if (signingIn) return status === 429 ? 'locked_out' : 'sign_in_failed'
  if (status === 401) return 'unauthenticated'
  return status === 403 ? 'forbidden' : 'rate_limited'
}

interface Group {
  readonly gathered: string
  readonly minute: number
  readonly event: Readonly<Record<string, string | null>>
  readonly detail: Readonly<Record<string, string | number>>
  readonly line: (times: number) => void
  readonly began: number
  /** Total count and how many of these are written; `at` is the time of the last. */
  times: number
  written: number
  at: number
}

interface Refusal {
  readonly status: number
  readonly method: string
  readonly route: string
}

/** Records refusals in the background: no request waits for it or fails because of it. */
export interface Refusals {
  note(origin: Origin, refusal: Refusal): void
  /** Writes pending refusals. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly query: Query
  readonly log: { error(message: string): void }
  /** Milliseconds. */
  readonly now?: () => number
}

/** Counts a refusal in its group; the first of a group is logged at once. */
const gather = (
  groups: Map<string, Group>,
  origin: Origin,
  { status, method, route }: Refusal,
  at: number,
): void => {
  const { trying } = origin
  const kind = kindOf(status, trying !== undefined)
  const minute = Math.floor(at / MINUTE_MS)
  const { personId, accountId, name, email } = trying ?? origin.caller() ?? {}
  const who = {
    personId: personId ?? null,
    accountId: accountId ?? null,
    name: name ?? null,
    email: keptEmail(email),
    address: origin.address,
  }
  const of = (parts: readonly unknown[]): string =>
    createHash('sha256')
      .update(JSON.stringify([minute, kind, ...parts]))
      .digest('base64url')
  const own = of([who, method, route])
  const apart = groups.has(own) || groups.size < MAX_GROUPS
  const gathered = apart ? own : of(['others'])
  const known = groups.get(gathered)
  if (known) {
    known.times += 1
    known.at = at
  } else {
    const event = apart
      ? { kind, ...who, client: keptClient(origin.client), requestId: origin.requestId }
      : { kind }
    const detail = {
      status,
      ...(apart ? { route: `${method} ${route}` } : {}),
      ...(trying ? { step: trying.step } : {}),
    }
    const line = (times: number): void => origin.log(securityLine({ ...event, ...detail, times }))
    groups.set(gathered, {
      gathered,
      minute,
      event,
      detail,
      line,
      began: at,
      times: 1,
      written: 0,
      at,
    })
    line(1)
  }
}

/**
 * Groups refusals: those of one person, address, kind and route within a minute are one row with a
 * count.
 */
export const createRefusals = ({ query, log, now = Date.now }: Options): Refusals => {
  const groups = new Map<string, Group>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const minute = Math.floor(now() / MINUTE_MS)
    const due = [...groups.values()].filter((group) => group.times > group.written)
    const rows = due.map(({ event, detail, gathered, times, written, began, at }) => ({
      id: uuidv7(),
      ...event,
      detail,
      gathered,
      times: times - written,
      at: new Date(began).toISOString(),
      lastAt: new Date(at).toISOString(),
    }))
    // Several processes add to the same row.
    if (rows.length) await query('SELECT security_events_gather($1::json)', [JSON.stringify(rows)])
    due.forEach((group, i) => (group.written += rows[i]!.times))
    for (const [key, group] of groups) {
      if (group.minute !== minute && group.times === group.written) {
        groups.delete(key)
        // The first was logged when it happened.
        if (group.times > 1) group.line(group.times)
      }
    }
  }
  const flush = (): Promise<void> => {
    writing = writing
      .then(write)
      .catch((error: unknown) =>
        log.error(`Refusals could not be written to the security log: ${String(error)}`),
      )
    return writing
  }
  const plan = (): void => {
    if (closed) return
    timer ??= setTimeout(() => {
      timer = undefined
      void flush().then(() => {
        if (groups.size) setTimeout(plan, MINUTE_MS / 4).unref()
      })
    }, FLUSH_MS).unref()
  }

  return {
    note(origin, refusal) {
      gather(groups, origin, refusal, now())
      plan()
    },
    flush,
    async close() {
      closed = true
      clearTimeout(timer)
      await flush()
    },
  }
}
