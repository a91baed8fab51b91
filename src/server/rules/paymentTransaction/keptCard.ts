import { v7 as uuidv7 } from 'uuid'
import { byCollection } from '#model/compile.ts'
import type { Tx } from '../../database/transaction.ts'
import type { KeptCard } from '../../payments/gateway.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { TransactionParts } from './stored.ts'

/**
 * Keeps the card of a payment that succeeded for the subscription whose invoice it paid, in place of
 * the card before. Has no effect for payments of anything else.
 */
export const keepCard = async (
  { model, writer }: TransactionParts,
  tx: Tx,
  payment: string,
  { reference, label }: KeptCard,
): Promise<void> => {
  const { rows } = await tx.query<{ id: string; version: number }>(
    `SELECT s.id, s.version FROM payment_transactions p JOIN subscription_invoices i ON i.id = p.invoice JOIN subscriptions s ON s.id = i.subscription
WHERE p.id = $1 AND p.state = 'succeeded' AND s.deleted_at IS NULL FOR NO KEY UPDATE OF s`,
    [payment],
  )
  const [subscription] = rows
  if (!subscription) return
  await tx.query(
    `INSERT INTO saved_cards (record_id, reference) VALUES ($1, $2)
ON CONFLICT (record_id) DO UPDATE SET reference = excluded.reference, saved_at = now()`,
    [subscription.id, reference],
  )
  await writer.update(
    byCollection(model, 'subscriptions'),
    subscription.id,
    Number(subscription.version),
    {},
    {
      access: compileAccess(model, systemActor),
      channel: 'system',
      requestId: 'payments',
      operationId: uuidv7(),
      tx,
      set: { card: label },
    },
  )
}
