/**
 * What is erased with an anonymised customer, wherever it is stored; amounts, dates, codes, states
 * and purchased items stay.
 */
import type { Customer } from '#schemas/customer.ts'
import { byCollection } from '#model/compile.ts'
import { forgetFiles } from '../../files/forget.ts'
import type { Collection, RuleContext, ValuesIn } from '../types.ts'
import { forgetCopies } from './copies.ts'

/** Replaces a text that cannot be empty. */
export const REMOVED = 'Removed when the customer was anonymised'
const REASON = 'The customer was anonymised'

type PlaceIn<C extends Collection> = {
  readonly collection: C
  /** Condition on rows `t`; `$1` is the customer. */
  readonly of: string
  readonly instead: ValuesIn<C>
}
type Place = { [C in Collection]: PlaceIn<C> }[Collection]

const own = 't.customer = $1'
const among = (table: string): string => `(SELECT x.id FROM ${table} x WHERE x.customer = $1)`
const talks = `SELECT t.id FROM conversations t WHERE t.customer = $1 OR t.ticket IN ${among('tickets')}`

/** Where people write free text about a customer, and where those texts are stored. */
export const places: readonly Place[] = [
  { collection: 'bookings', of: own, instead: { notes: null } },
  { collection: 'orders', of: own, instead: { address: null, notes: null } },
  {
    collection: 'payment-transactions',
    of: `t."order" IN ${among('orders')} OR t.booking IN ${among('bookings')}`,
    instead: { note: null },
  },
  { collection: 'credit-notes', of: own, instead: { reason: null } },
  {
    collection: 'service-jobs',
    of: own,
    instead: { title: REMOVED, description: null, address: null, attachments: [] },
  },
  { collection: 'proposals', of: `t.job IN ${among('service_jobs')}`, instead: { message: null } },
  { collection: 'service-bookmarks', of: own, instead: { note: null } },
  { collection: 'tickets', of: own, instead: { subject: REMOVED, description: null } },
  { collection: 'conversations', of: `t.id IN (${talks})`, instead: { subject: REMOVED } },
  // Activity lines are kept: the server writes them, and they name only the actors.
  {
    collection: 'chat-messages',
    of: `t.conversation IN (${talks}) AND t.kind <> 'activity'`,
    instead: { body: REMOVED, attachments: [] },
  },
]

/** Notifications sent to this customer alone, or to anybody about their records (`$2`). */
const notifications = `(jsonb_array_length(t.recipients) = 1 AND t.recipients->0->'recipient'->>'id' = $1) OR (t.resource->>'id')::uuid = ANY($2::uuid[])`

const attached = (collection: string, { model }: RuleContext): string =>
  `SELECT (a->>'file')::uuid AS id FROM "${byCollection(model, collection).table}" t, jsonb_array_elements(t.attachments) a WHERE t.id = ANY($1::uuid[])`

/** Their permanently deleted records, by entity; only the history of those is left. */
const purged = async (
  customer: string,
  { tx }: RuleContext,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await tx.query<{ entity: string; ids: string[] }>(
    `SELECT p.entity, array_agg(DISTINCT p.record_id) AS ids FROM audit p WHERE p.action = 'purge'
  AND EXISTS (SELECT 1 FROM audit a WHERE a.entity = p.entity AND a.record_id = p.record_id AND a.patch->'customer' @> to_jsonb($1::uuid)) GROUP BY 1`,
    [customer],
  )
  return new Map(rows.map(({ entity, ids }) => [entity, ids]))
}

/**
 * Erases a customer's personal data everywhere but in their own record. `before` is that record
 * before anonymisation.
 */
export const eraseTraces = async (before: Customer, context: RuleContext): Promise<void> => {
  const { tx, model, others } = context
  const found = async (
    collection: string,
    condition: string,
    values: readonly unknown[],
  ): Promise<string[]> =>
    (
      await tx.query<{ id: string }>(
        `SELECT t.id FROM "${byCollection(model, collection).table}" t WHERE ${condition}`,
        [...values],
      )
    ).rows.map((row) => row.id)
  const gone = await purged(before.id, context)
  const records: string[] = [before.id]
  for (const { collection, of, instead } of places) {
    const ids = await found(collection, of, [before.id])
    if ('attachments' in instead) {
      await forgetFiles(
        tx,
        (await tx.query<{ id: string }>(attached(collection, context), [ids])).rows.map(
          (row) => row.id,
        ),
        collection,
      )
    }
    await others.erase(
      collection,
      [...ids, ...(gone.get(byCollection(model, collection).entity) ?? [])],
      instead,
      REASON,
    )
    records.push(...ids)
  }
  const sent = await found('notifications', notifications, [before.id, records])
  await others.erase('notifications', sent, { title: REMOVED, body: REMOVED }, REASON)
  await forgetCopies(tx, { customer: before, records, sent })
}
