import { v7 as uuidv7 } from 'uuid'
import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import type { Tx } from '../../database/transaction.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'

/** A payment transaction as the system reads it. */
export interface StoredTransaction {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly number: string
  readonly amount: number
  readonly currency: string
  /** Reference of the provider. */
  readonly reference: string | null
  /** The payment that a refund belongs to. */
  readonly parent: string | null
}

/** The record and version that a write is for. */
type Written = Pick<StoredTransaction, 'id' | 'version'>

/** Writes of one operation; each returns the record's new version. */
export interface TransactionWrites {
  readonly transition: (row: Written, to: string, reason?: string) => Promise<Written>
  /** Sets fields that no person may write. */
  readonly set: (row: Written, values: Readonly<Record<string, Json>>) => Promise<Written>
}

/** Where payment transactions are kept and who writes them. */
export interface TransactionParts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
}

/** Reads and writes payment transactions as the system. */
export const storedTransactions = ({ db, model, writer }: TransactionParts) => {
  const resource = byCollection(model, 'payment-transactions')
  const access = compileAccess(model, systemActor)
  const read = async (where: string, value: string, query = db.query, lock = '') =>
    (
      await query<StoredTransaction & Record<string, unknown>>(
        `SELECT id, version, state, number, amount_amount AS amount, amount_currency AS currency, provider_reference AS reference, parent FROM payment_transactions WHERE ${where} = $1 AND deleted_at IS NULL ${lock}`,
        [value],
      )
    ).rows[0]

  return {
    find: (id: string) => read('id', id),
    /** Locks the row until the database transaction ends. */
    lock: (tx: Tx, id: string) => read('id', id, tx.query, 'FOR NO KEY UPDATE'),
    lockByReference: (tx: Tx, reference: string) =>
      read('provider_reference', reference, tx.query, 'FOR NO KEY UPDATE'),
    /** Starts an operation in a database transaction. */
    writes(tx: Tx): TransactionWrites {
      const context: TxWriteContext = {
        access,
        channel: 'system',
        requestId: 'payments',
        operationId: uuidv7(),
        tx,
      }
      return {
        transition: (target, to, reason) =>
          writer.transition(
            resource,
            target,
            to,
            reason === undefined ? undefined : { reason },
            context,
          ),
        set: ({ id, version }, values) =>
          writer.update(resource, id, version, {}, { ...context, set: values }),
      }
    },
  }
}
