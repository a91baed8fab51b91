import { say } from '#model/message.ts'
import * as z from 'zod'
import type { Model } from '#model/types.ts'
import { locale as localeField } from '#schemas/define/fields.ts'
import { keysOf, systemKeys } from '#schemas/define/permissions.ts'
import { readJson } from '../web/body.ts'
import type { Ctx } from '../web/context.ts'
import { invalid, notFound, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { compileAccess } from '../permissions/access.ts'
import { rightsRevision } from '../permissions/rightsMark.ts'
import type { Actor } from '../permissions/types.ts'
import { bodyOf, sessionOf, type Parts } from './parts.ts'
import type { Session } from './sessions.ts'
import type { Organisation } from './types.ts'

const MAX_PREFERENCE_BYTES = 64_000

/**
 * Preference quota of an account: total bytes and count, since `GET /api/me` returns all of them.
 */
interface PreferenceQuota {
  readonly bytes: number
  readonly count: number
}
const QUOTA: PreferenceQuota = { bytes: 256_000, count: 500 }
/** For people who are not approved yet. */
const WAITING_QUOTA: PreferenceQuota = { bytes: 4_000, count: 10 }

/**
 * Every permission key an actor holds: what the roles grant, minus what staff of a tenant never
 * get.
 */
export const heldKeys = (model: Model, actor: Actor): string[] => {
  const access = compileAccess(model, actor)
  return [
    ...systemKeys.filter((key) => access.can(key)),
    ...model.resources.flatMap((r) => {
      const [readable, writable] = [access.readable(r), access.writable(r)]
      return [
        ...keysOf({ ...r, fields: r.fields.filter((f) => f.sensitive) })
          .filter((key) => !key.includes('.field.'))
          .filter((key) => access.can(key)),
        ...r.fields.flatMap(({ name }) => [
          ...(readable.has(name) ? [`${r.entity}.field.${name}.read`] : []),
          ...(writable.has(name) ? [`${r.entity}.field.${name}.write`] : []),
        ]),
      ]
    }),
  ]
}

const organisation = async (parts: Parts): Promise<Organisation> => {
  const {
    rows: [row],
  } = await parts.query<{ value: Partial<Organisation> }>(
    "SELECT value FROM settings WHERE key = 'organisation'",
  )
  return {
    name: 'Marketplace',
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    ...parts.config.organisation,
    ...(row?.value.name ? { name: row.value.name } : {}),
    ...(row?.value.currency ? { currency: row.value.currency } : {}),
    ...(row?.value.timeZone ? { timeZone: row.value.timeZone } : {}),
  }
}

const meOf = async (parts: Parts, session: Session) => {
  const { actor, accountId } = session
  const [
    {
      rows: [user],
    },
    person,
    roles,
    preferences,
    org,
  ] = await Promise.all([
    parts.query<{
      id: string
      name: string
      email: string
      emailVerified: boolean
      twoFactorEnabled: boolean | null
    }>('SELECT id, name, email, "emailVerified", "twoFactorEnabled" FROM "user" WHERE id = $1', [
      accountId,
    ]),
    actor.personId ? parts.people.byId(actor.personId) : undefined,
    parts.people.roleNames(actor.roleIds),
    parts.query<{ key: string; value: unknown }>(
      'SELECT key, value FROM preferences WHERE account_id = $1',
      [accountId],
    ),
    organisation(parts),
  ])
  return {
    person: person
      ? {
          id: person.id,
          version: person.version,
          name: person.name,
          email: person.email,
          state: person.state,
          locale: person.locale,
          phone: person.phone,
          tenant: person.tenant,
        }
      : null,
    waiting: session.lacks !== null,
    waitingFor: session.lacks,
    account: {
      id: accountId,
      name: user?.name ?? actor.name,
      email: user?.email ?? null,
      emailVerified: user?.emailVerified ?? false,
      twoFactor: user?.twoFactorEnabled ?? false,
    },
    session: { expiresAt: session.expiresAt },
    roles,
    permissions: parts.keys(actor),
    rights: rightsRevision(actor, parts.config.secret),
    preferences: Object.fromEntries(preferences.rows.map((p) => [p.key, p.value])),
    organisation: org,
  }
}

// The database writes a number out digit by digit: a few bytes would become a hundred thousand in
// every response.
const holdsHuge = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isFinite(value) || String(value).includes('e')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsHuge)

const keyOf = (key: string): string => {
  if (!/^[\w.:-]{1,100}$/.test(key)) throw notFound('preference')
  return key
}

/** Reads a preference from the body, as JSON within the limits. */
const preferenceOf = async (c: Ctx): Promise<string> => {
  const { value } = await readJson(c)
  if (holdsHuge(value)) {
    throw invalid([
      {
        path: '',
        code: 'invalid_value',
        message: 'A preference holds no number as large or as small as this.',
      },
    ])
  }
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > MAX_PREFERENCE_BYTES) {
    throw new Problem(413, 'too_large', 'A preference holds at most 64 kB.')
  }
  return text
}

const savePreference = async (parts: Parts, c: Ctx, name: string): Promise<Response> => {
  const session = await sessionOf(parts, c)
  const key = keyOf(name)
  const text = await preferenceOf(c)
  const quota = session.actor.roleIds.length ? QUOTA : WAITING_QUOTA
  const { rowCount } = await parts.query(
    `INSERT INTO preferences (account_id, key, value) SELECT $1, $2, $3::jsonb WHERE (SELECT count(*) < $4::int AND coalesce(sum(octet_length(value::text)), 0) + octet_length($3::jsonb::text) <= $5::int FROM preferences WHERE account_id = $1 AND key <> $2)
ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value`,
    [session.accountId, key, text, quota.count, quota.bytes],
  )
  if (!rowCount) {
    throw invalid([
      {
        path: 'key',
        code: 'too_many',
        message: say('At most {{n}} preferences of {{size}} kB together are kept.', {
          n: quota.count,
          size: quota.bytes / 1000,
        }),
      },
    ])
  }
  if (session.actor.personId !== null) await parts.preferenceKept(session.actor.personId, key)
  return c.body(null, 204)
}

/** Changes the caller's own name, language and phone. */
const updateMe = async (parts: Parts, c: Ctx): Promise<Response> => {
  const session = await sessionOf(parts, c)
  const { locale, phone, person } = parts.peopleModel
  const body = (await bodyOf(c, {
    name: z.string().trim().min(1).max(160).optional(),
    ...(locale ? { locale: localeField().nullable().optional() } : {}),
    ...(phone ? { phone: z.string().trim().max(40).nullable().optional() } : {}),
  })) as { name?: string; locale?: string | null; phone?: string | null }
  const fields = {
    ...(body.name === undefined ? {} : { [person.name]: body.name }),
    ...(locale && body.locale !== undefined ? { [locale]: body.locale } : {}),
    ...(phone && body.phone !== undefined ? { [phone]: body.phone } : {}),
  }
  if (session.actor.personId === null) {
    throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
  }
  if (Object.keys(fields).length) {
    await parts.peopleWriter.update(session.actor, fields)
    if (body.name !== undefined) {
      await parts.query('UPDATE "user" SET name = $2 WHERE id = $1', [session.accountId, body.name])
    }
    parts.sessions.refresh()
  }
  return c.json(await meOf(parts, await sessionOf(parts, c)))
}

/** The caller's own person, permissions and preferences. */
export const meRoutes = (parts: Parts): Routes =>
  newRoutes()
    .use('*', async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    })
    .get('/', async (c) => c.json(await meOf(parts, await sessionOf(parts, c))))
    .patch('/', (c) => updateMe(parts, c))
    .get('/preferences/:key', async (c) => {
      const session = await sessionOf(parts, c)
      const {
        rows: [row],
      } = await parts.query<{ value: unknown }>(
        'SELECT value FROM preferences WHERE account_id = $1 AND key = $2',
        [session.accountId, keyOf(c.req.param('key'))],
      )
      if (!row) throw notFound('preference')
      return c.json(row.value as never)
    })
    .put('/preferences/:key', (c) => savePreference(parts, c, c.req.param('key')))
