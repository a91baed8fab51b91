import { v7 as uuidv7 } from 'uuid'
import type { Json } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { requestOrigin, type Who } from './origin.ts'

/** All kinds of events in the security log. Refusals are written by `refusals.ts`. */
export const securityKinds = [
  'sign_in',
  'sign_in_failed',
  'locked_out',
  'sign_out',
  'sessions_ended',
  'registered',
  'invited',
  'account_left',
  'email_confirmed',
  'email_changed',
  'password_changed',
  'password_reset',
  'password_reset_requested',
  'identity_linked',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'step_up',
  'step_up_failed',
  'person_added',
  'person_approved',
  'person_state_changed',
  'person_removed',
  'person_restored',
  'tenant_changed',
  'roles_changed',
  'role_changed',
  'revealed',
  'export',
  'import',
  'backup',
  'restore',
  'unauthenticated',
  'forbidden',
  'rate_limited',
] as const
export type SecurityKind = (typeof securityKinds)[number]

/** Details of an event besides who and when. Never a password, a token or a secret. */
export interface EventDetail {
  /** Affected person or role. */
  readonly subject?: { readonly id: string; readonly name?: string | null } | undefined
  readonly [fact: string]: Json | undefined
}

/** Actor of commands run on the server's machine. */
export const COMMAND: Who = { name: 'Command line' }

const CLIENT_MAX = 200
const EMAIL_MAX = 254

/**
 * Returns an e-mail address for storage, null for other text; people sometimes type passwords in
 * the address field.
 */
export const keptEmail = (email: string | null | undefined): string | null =>
  email?.includes('@') ? email.trim().toLowerCase().slice(0, EMAIL_MAX) : null

/** Truncates the user agent, which may have any length. */
export const keptClient = (client: string | undefined): string | null =>
  client?.slice(0, CLIENT_MAX) ?? null

/** Formats one line of the server's log; values are JSON, so that nobody can inject a line. */
export const securityLine = (event: Readonly<Record<string, unknown>>): string =>
  `Security: ${JSON.stringify(event)}`

// The account provides missing values: looked up by its id, else by the attempted address.
const INSERT = `INSERT INTO security_events (id, kind, person_id, account_id, name, email, address, client, request_id, subject_id, subject_name, detail)
SELECT $1, $2, COALESCE($3::uuid, u."personId"), COALESCE($4::text, u.id), COALESCE($5::text, u.name), $6, $7, $8, $9, $10::uuid, $11, $12::jsonb
FROM (SELECT 1) one LEFT JOIN "user" u ON u.id = COALESCE($4::text, (SELECT f.id FROM "user" f WHERE f.email = $6))`

/**
 * Writes a security event with the origin of the current request, and one line to the server's log.
 * Pass the query of the event's own transaction, or await it: an action whose event cannot be
 * written must not happen unrecorded. `who` defaults to the caller of the request.
 */
export const securityEvent = async (
  query: Query,
  kind: SecurityKind,
  who?: Who,
  { subject, ...facts }: EventDetail = {},
): Promise<void> => {
  const origin = requestOrigin()
  const { personId, accountId, name, email } = who ?? origin?.caller() ?? {}
  const event = {
    personId: personId ?? null,
    accountId: accountId ?? null,
    name: name ?? null,
    email: keptEmail(email),
    address: origin?.address ?? null,
    client: keptClient(origin?.client),
    requestId: origin?.requestId ?? null,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? null,
  }
  await query({
    name: 'security-event',
    text: INSERT,
    values: [uuidv7(), kind, ...Object.values(event), JSON.stringify(facts)],
  })
  if (!origin) return
  origin.noted = true
  origin.log(securityLine({ kind, ...event, ...facts }))
}

/** Deletes events past the retention period (`SECURITY_EVENT_DAYS`). */
export const purgeSecurityEvents = async (query: Query): Promise<void> =>
  void (await query('SELECT security_events_purge()'))
