import { createHmac } from 'node:crypto'
import pg from 'pg'
import { APPLICATION_SUFFIX, withClient } from './embedded/ready.ts'
import { sqlState } from './errors.ts'

/** Of two processes that make the role at once, one finds it there. */
const COLLISIONS = new Set(['23505', '42710', 'XX000'])

interface Owner {
  readonly owner: string
  readonly present: boolean
  /** The owner may make roles and change their passwords. */
  readonly may: boolean
  /** No table of this database belongs to somebody else, who alone could give rights to it. */
  readonly owns: boolean
}

const OWNER = `select current_user as owner,
  exists (select from pg_roles where rolname = current_user || '${APPLICATION_SUFFIX}') as present,
  (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may,
  not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
    and not pg_has_role(current_user, relowner, 'USAGE')) as owns`

/** The same for every process that knows the owner's password, and of no use to learn that. */
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
 * The address with which the product's own queries connect, as a role that owns no table: `url` is the owner's. Makes the
 * role, or uses the one that is there. Undefined where the owner may not make it or the server does not let it in.
 */
export const applicationUrl = (url: string): Promise<string | undefined> =>
  withClient(url, async (client) => {
    const { owner, present, may, owns } = (await client.query<Owner>(OWNER)).rows[0]!
    if (!owns || !(present || may)) return undefined
    // Only an owner may; `probe` looks whether it is there.
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
