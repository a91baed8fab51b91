import { createHmac } from 'node:crypto'
import pg from 'pg'
import { APPLICATION_SUFFIX, withClient } from './embedded/ready.ts'
import { sqlState } from './errors.ts'

/** Error codes when another process created the role at the same moment. */
const COLLISIONS = new Set(['23505', '42710', 'XX000'])

interface Owner {
  readonly owner: string
  readonly present: boolean
  /** The owner can create roles and change their passwords. */
  readonly may: boolean
  /**
   * Every table of this database belongs to the owner, who can therefore grant permissions on it.
   */
  readonly owns: boolean
}

const OWNER = `select current_user as owner,
  exists (select from pg_roles where rolname = current_user || '${APPLICATION_SUFFIX}') as present,
  (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may,
  not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
    and not pg_has_role(current_user, relowner, 'USAGE')) as owns`

/** The same for every process that knows the owner's password, and does not reveal it. */
const passwordFrom = (password: string, role: string): string =>
  password && createHmac('sha256', password).update(`password of ${role}`).digest('base64url')

const connects = async (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ usage: boolean }>(
      "select has_schema_privilege('public', 'usage') as usage",
    )
    return rows[0]!.usage
  }).catch(() => false)

/**
 * The address for the product's own queries, as a role that owns no table; `url` is the owner's.
 * Creates the role or uses the existing one. Undefined if the owner cannot create it or the server
 * rejects its connection.
 */
export const applicationUrl = (url: string): Promise<string | undefined> =>
  withClient(url, async (client) => {
    const { owner, present, may, owns } = (await client.query<Owner>(OWNER)).rows[0]!
    if (!owns || !(present || may)) return undefined
    // Only an owner can create it; `probe` checks whether it exists.
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm').catch(() => {})
    const role = owner + APPLICATION_SUFFIX
    const there = new URL(url)
    there.username = encodeURIComponent(role)
    there.searchParams.delete('user')
    const password = passwordFrom(decodeURIComponent(there.password), role)
    there.password = password
    if (present && (await connects(there.href))) return there.href
    if (!may) return undefined
    const secret = password ? `PASSWORD ${pg.escapeLiteral(password)}` : ''
    await client
      .query(
        `${present ? 'ALTER' : 'CREATE'} ROLE ${pg.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE ${secret}`,
      )
      .catch((error: unknown) => {
        if (!COLLISIONS.has(sqlState(error) ?? '')) throw error
      })
    return (await connects(there.href)) ? there.href : undefined
  }).catch(() => undefined)
