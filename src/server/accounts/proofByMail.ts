import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { messages } from '../mail/messages.ts'
import type { Parts } from './parts.ts'
import { invalidCode } from './problems.ts'
import type { Session } from './sessions.ts'

const LIFE_S = 600
/** Wrong attempts allowed per mailed code. */
const TRIES = 5

const keyOf = (session: Session): string => `prove:${session.id}`

// A plain hash of six digits is guessed at once; keyed with the secret it cannot be.
const hashOf = async ({ library }: Parts, session: Session, code: string): Promise<string> =>
  createHmac('sha256', (await library.$context).secret)
    .update(`${keyOf(session)}:${code}`)
    .digest('hex')

/**
 * Mails a six-digit code that proves the session's owner for ten minutes; replaces an earlier one.
 */
export const mailProof = async (parts: Parts, session: Session, email: string): Promise<void> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await parts.query(
    `WITH old AS (DELETE FROM verification WHERE identifier = $1)
INSERT INTO verification (id, identifier, value, "expiresAt") VALUES (gen_random_uuid()::text, $1, $2, now() + $3 * interval '1 second')`,
    [
      keyOf(session),
      JSON.stringify({ hash: await hashOf(parts, session, code), left: TRIES }),
      LIFE_S,
    ],
  )
  const person = await parts.people.byEmail(email)
  parts.mailer.send(
    messages.proofCode({ email, name: session.actor.name, locale: person?.locale }, code),
  )
}

/**
 * Uses up the mailed code. 401 `invalid_code` if it is wrong, expired or had too many wrong
 * attempts.
 */
export const useMailedProof = async (
  parts: Parts,
  session: Session,
  code: string,
): Promise<void> => {
  const {
    rows: [row],
  } = await parts.query<{ hash: string }>(
    `UPDATE verification SET value = jsonb_set(value::jsonb, '{left}', to_jsonb((value::jsonb->>'left')::int - 1))::text
WHERE identifier = $1 AND "expiresAt" > now() AND (value::jsonb->>'left')::int > 0 RETURNING value::jsonb->>'hash' AS hash`,
    [keyOf(session)],
  )
  const given = await hashOf(parts, session, code)
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(given))) throw invalidCode()
  const { rowCount } = await parts.query('DELETE FROM verification WHERE identifier = $1', [
    keyOf(session),
  ])
  if (!rowCount) throw invalidCode()
}
