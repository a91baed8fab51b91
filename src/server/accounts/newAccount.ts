import { v7 as uuidv7 } from 'uuid'
import type { Parts } from './parts.ts'
import { emailInUse } from './problems.ts'
import type { NewAccount } from './types.ts'

/** Creates an account and returns its id; 409 `email_already_in_use`. */
export const createAccount = async (
  { query, library, people, presence }: Pick<Parts, 'query' | 'library' | 'people' | 'presence'>,
  { email, password, passwordHash, name, verified, personId }: NewAccount,
): Promise<string> => {
  const address = email.trim().toLowerCase()
  // Hashed before the first insert and outside any transaction: it takes a tenth of a second.
  const hash =
    passwordHash ??
    (password === undefined ? null : await (await library.$context).password.hash(password))
  const record = personId ?? (verified ? (await people.byEmail(address))?.id : undefined) ?? null
  // One statement: a crash leaves no account without its password or its person.
  const {
    rows: [made],
  } = await query<{ id: string }>(
    `WITH u AS (INSERT INTO "user" (id, name, email, "emailVerified", "personId") SELECT $1, $2, $3, $4::boolean, CASE WHEN $7::boolean OR NOT EXISTS (SELECT 1 FROM "user" o WHERE o."personId" = $5::uuid) THEN $5::uuid END ON CONFLICT DO NOTHING RETURNING id),
a AS (INSERT INTO "account" (id, "accountId", "providerId", "userId", password) SELECT $8, u.id, 'credential', u.id, $6 FROM u WHERE $6::text IS NOT NULL) SELECT id FROM u`,
    [uuidv7(), name, address, verified, record, hash, personId !== undefined, uuidv7()],
  )
  if (!made) throw emailInUse()
  await presence.account(made.id)
  return made.id
}
