import type { Tx } from '../../database/pool.ts'
import { REDACTED } from '../../store/write/auditEntry.ts'
import type { RecordData } from '../../store/types.ts'

interface Gone {
  /** The customer before anonymisation. */
  readonly customer: RecordData
  /** Ids of the customer and of their records. */
  readonly records: readonly string[]
  /** Ids of notifications to or about them. */
  readonly sent: readonly string[]
}

/** A character as a pattern: as it is, or as an address spells it. */
const spelt = (character: string): string => {
  const escaped = (text: string) => text.replace(/[^\p{L}\p{N}%]/gu, '\\$&')
  const [, encoded = ''] = new URLSearchParams({ '': character }).toString().split('=')
  return `(?:\\${character}|${escaped(encoded)})`
}

/**
 * Patterns of values no other word contains, so that texts can be searched for them: e-mail address
 * and phone number.
 */
const telling = ({ email, phone }: RecordData): string[] =>
  [email, phone].flatMap((value) =>
    typeof value === 'string' && value ? [value.replace(/[^\p{L}\p{N}]/gu, spelt)] : [],
  )

/**
 * Removes a customer from what the server keeps beside the records: notifications, stored
 * responses, jobs, refused rows of bulks, saved views and personal settings.
 */
export const forgetCopies = async (tx: Tx, { customer, records, sent }: Gone): Promise<void> => {
  await tx.query(
    'DELETE FROM deliveries WHERE record_id IS NULL AND resource_id = ANY($1::uuid[])',
    [records],
  )
  await tx.query(
    'UPDATE deliveries SET title = NULL, body = NULL, said = NULL, error = NULL, xid = pg_current_xact_id() WHERE record_id = ANY($1::uuid[])',
    [sent],
  )
  // Responses of a mail server contain the address.
  await tx.query(
    'UPDATE deliveries SET error = NULL WHERE recipient_id = $1 AND error IS NOT NULL',
    [customer.id],
  )
  // A repeated request learns that it was done and fetches the record again.
  await tx.query(
    `UPDATE idempotency SET body = '{"data":null}' WHERE strpos(body, $1) > 0 OR substring(body FROM '"id":"([0-9a-f-]{36})"') = ANY($2::text[])`,
    [customer.id, records],
  )
  for (const words of telling(customer)) {
    await tx.query(
      `UPDATE jobs SET payload = regexp_replace(payload::text, $1, $2, 'gi')::jsonb, result = regexp_replace(result::text, $1, $2, 'gi')::jsonb, error = regexp_replace(error, $1, $2, 'gi'), said = regexp_replace(said::text, $1, $2, 'gi')::jsonb WHERE payload::text ~* $1 OR result::text ~* $1 OR error ~* $1 OR said::text ~* $1`,
      [words, REDACTED],
    )
    await tx.query(
      `UPDATE operation_rows SET message = regexp_replace(message, $1, $2, 'gi'), said = regexp_replace(said::text, $1, $2, 'gi')::jsonb WHERE message ~* $1 OR said::text ~* $1`,
      [words, REDACTED],
    )
    await tx.query(
      `UPDATE views SET name = regexp_replace(name, $1, $2, 'gi'), state = regexp_replace(state::text, $1, $2, 'gi')::jsonb, version = version + 1 WHERE name ~* $1 OR state::text ~* $1`,
      [words, REDACTED],
    )
    await tx.query(
      `UPDATE preferences SET value = regexp_replace(value::text, $1, $2, 'gi')::jsonb WHERE value::text ~* $1`,
      [words, REDACTED],
    )
  }
}
