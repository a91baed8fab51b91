import type { Grants } from '#schemas/define/permissions.ts'
import type { Query } from '../database/query.ts'
import type { Actor } from '../permissions/types.ts'
import { SESSION_IDLE_S, SESSION_LIFE_S } from '../permissions/sessionLife.ts'
import { columnOf, standingOf, type PeopleModel, type Standing } from '../permissions/people.ts'
import { hashToken } from './tokenHash.ts'
import { createPresence, unseenFor, type Presence } from './presence.ts'
import type { AccountsLog } from './types.ts'

/**
 * How long a loaded session is reused. Less than a second, so that a change by another process
 * (permissions, roles, a revoked session) applies here within a second without any message; the
 * cost is one indexed query per token and half second.
 */
const FRESH_MS = 500
const MAX_CACHED = 10_000
/** Shortest time between two extensions of a session in use. */
const PROLONG_EVERY_S = 300

const VALID = `s."expiresAt" > now() AND s."createdAt" > now() - interval '${SESSION_LIFE_S} seconds'`
const STALE = `s."updatedAt" < now() - interval '${PROLONG_EVERY_S} seconds'`

/** A valid session and its user. */
export interface Session {
  readonly id: string
  readonly token: string
  readonly accountId: string
  readonly expiresAt: string
  /** Why the account cannot act yet; null when it can. */
  readonly lacks: 'approval' | 'email' | 'two-factor' | null
  readonly actor: Actor
}

/** A session and its person, whatever their state. */
interface Row {
  id: string
  userId: string
  expiresAt: string
  stale: boolean
  proved: number
  emailVerified: boolean
  factorMissing: boolean
  accountName: string
  personId: string | null
  person: string | null
  unseen: boolean
  name: string | null
  state: string | null
  tenant: string | null
  roleIds: string[] | null
  grants: Grants[]
}

/** What a session still lacks before its permissions apply. */
const lacking = (row: Row, standing: Standing): Session['lacks'] => {
  if (standing !== 'active') return 'approval'
  if (!row.emailVerified) return 'email'
  return row.factorMissing ? 'two-factor' : null
}

/**
 * The token of a request's bearer header. From the signed form `<token>.<signature>` only the token
 * is used: it is the secret.
 */
export const tokenOf = (request: Request): string | undefined => {
  const header = request.headers.get('authorization') ?? ''
  const token = /^bearer +(\S{16,512})$/i.exec(header)?.[1]
  return token?.split('.')[0]
}

/** Looks up sessions. */
export class Sessions {
  readonly #query: Query
  readonly #people: PeopleModel
  readonly #log: AccountsLog
  readonly #presence: Presence
  readonly #text: string
  readonly #marks: string
  /** By the token's hash, like everything here. */
  readonly #cache = new Map<
    string,
    { readonly at: number; readonly session: Promise<Session | null> }
  >()
  readonly #subscribers = new Set<(hash: string) => void>()

  constructor(query: Query, people: PeopleModel, log: AccountsLog) {
    const { person, resource, roles, grants } = people
    this.#query = query
    this.#people = people
    this.#log = log
    this.#presence = createPresence(people, query)
    const factorMissing = roles.requireTwoFactor
      ? `NOT COALESCE(u."twoFactorEnabled", false) AND EXISTS (SELECT 1 FROM "${roles.table}" r WHERE r.id = ANY(p.${columnOf(person.roles)}) AND r.deleted_at IS NULL AND r.${columnOf(roles.requireTwoFactor)})`
      : 'false'
    this.#text = `SELECT s.id, (extract(epoch FROM COALESCE(s."provedAt", s."createdAt")) * 1000)::float8 AS proved, u."emailVerified", ${factorMissing} AS "factorMissing", s."userId", s."expiresAt", ${STALE} AS stale,
  u.name AS "accountName", u."personId", p.id AS person, ${unseenFor(people, 'p')} AS unseen, p.${columnOf(person.name)} AS name, p."state" AS state, p.${columnOf(person.tenant)} AS tenant, p.${columnOf(person.roles)} AS "roleIds",
  COALESCE((SELECT json_agg(r.${columnOf(grants)} ORDER BY r.id) FROM "${roles.table}" r WHERE r.id = ANY(p.${columnOf(person.roles)}) AND r.deleted_at IS NULL), '[]') AS grants
FROM "session" s JOIN "user" u ON u.id = s."userId" LEFT JOIN "${resource.table}" p ON p.id = u."personId" AND p.deleted_at IS NULL
WHERE s.token = $1 AND ${VALID}`
    this.#marks = `SELECT s.token, concat_ws('|', u."personId", u."emailVerified", u."twoFactorEnabled", p.id, p.version, p."state",
  (SELECT string_agg(r.id || '.' || r.version, ',' ORDER BY r.id) FROM "${roles.table}" r WHERE r.id = ANY(p.${columnOf(person.roles)}) AND r.deleted_at IS NULL)) AS mark,
  ${STALE} OR (p.id IS NOT NULL AND ${unseenFor(people, 'p')}) AS due
FROM "session" s JOIN "user" u ON u.id = s."userId" LEFT JOIN "${resource.table}" p ON p.id = u."personId" AND p.deleted_at IS NULL
WHERE s.token = ANY($1::text[]) AND ${VALID}`
  }

  /** The session of a token, cached for at most half a second. */
  find(token: string): Promise<Session | null> {
    const key = hashToken(token)
    const known = this.#cache.get(key)
    if (known && performance.now() - known.at < FRESH_MS) return known.session
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    const session = this.#load(token, key)
    this.#cache.set(key, { at: performance.now(), session })
    session.then(
      (found) => {
        if (!found) this.#cache.delete(key)
      },
      () => this.#cache.delete(key),
    )
    return session
  }

  /** Same, bypassing the cache. */
  fresh(token: string): Promise<Session | null> {
    this.#cache.delete(hashToken(token))
    return this.find(token)
  }

  /**
   * For many token hashes, a short text per valid session that changes whenever the session's
   * person or permissions do. `due`: the session or its person should be marked as used, which
   * `find` does.
   */
  async marks(
    tokens: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly mark: string; readonly due: boolean }>> {
    const { rows } = await this.#query<{ token: string; mark: string; due: boolean }>({
      name: 'session-marks',
      text: this.#marks,
      values: [tokens],
    })
    return new Map(rows.map((row) => [row.token, row]))
  }

  /** Ends sessions of an account: the given one, all but the given one, or all. */
  async end(accountId: string, which: { id?: string; except?: string } = {}): Promise<number> {
    const { rows } = await this.#query<{ token: string }>(
      'DELETE FROM "session" WHERE "userId" = $1 AND ($2::text IS NULL OR id = $2) AND ($3::text IS NULL OR id <> $3) RETURNING token',
      [accountId, which.id ?? null, which.except ?? null],
    )
    for (const { token } of rows) this.#ended(token)
    return rows.length
  }

  /** Drops a session that the library ended and notifies the subscribers. */
  forget(token: string): void {
    this.#ended(hashToken(token))
  }

  #ended(hash: string): void {
    this.#cache.delete(hash)
    for (const fn of this.#subscribers) fn(hash)
  }

  /** Somebody's permissions changed in this process. */
  refresh(): void {
    this.#cache.clear()
  }

  /** Calls `fn` with the token hash of each session that ends in this process. */
  subscribe(fn: (hash: string) => void): () => void {
    this.#subscribers.add(fn)
    return () => void this.#subscribers.delete(fn)
  }

  #standing({ personId, state }: Row): Standing {
    if (personId === null) return 'waiting'
    return state === null ? 'ended' : standingOf(this.#people, state)
  }

  async #load(token: string, hash: string): Promise<Session | null> {
    const {
      rows: [row],
    } = await this.#query<Row>({ name: 'session', text: this.#text, values: [hash] })
    if (!row) return null
    const standing = this.#standing(row)
    if (standing === 'ended') {
      await this.end(row.userId)
      return null
    }
    if (row.stale) this.#prolong(row.id)
    if (row.person && row.unseen) this.#seen(row.person)
    const lacks = lacking(row, standing)
    const active = lacks === null
    const actor: Actor = {
      kind: 'person',
      accountId: row.userId,
      personId: row.person,
      name: row.name ?? row.accountName,
      tenant: row.tenant,
      roleIds: active ? (row.roleIds ?? []) : [],
      grants: active ? row.grants : [],
      provedAt: row.proved,
    }
    return { id: row.id, token, accountId: row.userId, expiresAt: row.expiresAt, lacks, actor }
  }

  #seen(person: string): void {
    this.#presence
      .seen(person)
      .catch((error: unknown) =>
        this.#log.warn(`That a person was seen could not be noted: ${String(error)}`),
      )
  }

  // Not awaited: the session is valid either way.
  #prolong(id: string): void {
    this.#query(
      `UPDATE "session" SET "updatedAt" = now(), "expiresAt" = LEAST(now() + interval '${SESSION_IDLE_S} seconds', "createdAt" + interval '${SESSION_LIFE_S} seconds') WHERE id = $1`,
      [id],
    ).catch((error: unknown) =>
      this.#log.warn(`A session could not be prolonged: ${String(error)}`),
    )
  }
}
