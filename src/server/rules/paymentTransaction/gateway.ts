import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import { Problem } from '../../base/problem.ts'
import { SYSTEM_JOB, type JobHandler, type Jobs } from '../../jobs/types.ts'
import type { PaymentEvent, PaymentGateway } from '../../payments/gateway.ts'
import type { PaymentLinks } from '../../payments/signing.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import { withIdempotency } from '../../store/write/idempotency.ts'
import type { RuleBook } from '../../store/write/rules.ts'
import type { EntityRules } from '../types.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import type { SubjectField } from './ledger.ts'
import { takePayment, type OpenPage } from './payments.ts'

/** Kind of the job that refunds through the gateway: a refund, or a payment that was not due. */
export const REFUND_JOB = 'payment-refund'

interface CheckoutParts {
  readonly gateway: PaymentGateway | undefined
  readonly links: PaymentLinks
  readonly enqueue: Jobs['enqueue']
  /** Base URL of our pages, without a trailing slash; empty = the origin of the payment page. */
  readonly pages: string
}

/** Opens a payment of an amount at the gateway; returns `{ redirect, transaction }`. */
const openPage =
  ({ gateway, links, pages }: CheckoutParts): OpenPage =>
  async ({ field, id: of, name }, amount, context) => {
    if (!gateway) throw noGateway()
    const id = uuidv7()
    const back = (page: string): string =>
      `${pages}/auth/${page}?transaction=${id}&link=${links.of(id)}`
    const { reference, redirect } = await gateway.createCheckout({
      transaction: id,
      amount,
      title: name,
      successUrl: back('success'),
      cancelUrl: back('cancel'),
    })
    await context.others.create('payment-transactions', {
      id,
      kind: 'capture',
      method: 'card',
      [field]: of,
      amount,
      providerReference: reference,
    })
    return { result: { redirect, transaction: id } }
  }

const noGateway = (): Problem =>
  new Problem(
    409,
    'no_gateway',
    'No payment provider is set up, so payments can only be entered by hand.',
  )

/** The payment page of an installation without a gateway: throws 409. */
export const withoutGateway: OpenPage = () => {
  throw noGateway()
}

/**
 * Adds a gateway to the rules: orders, bookings and invoices can be paid, and card refunds are sent by a job
 * that is enqueued when the refund commits.
 */
export const withPayments = (rules: RuleBook, parts: CheckoutParts): RuleBook => {
  const ledger: EntityRules = rules.paymentTransaction ?? {}
  const paid = (entity: string, field: SubjectField): RuleBook => ({
    [entity]: {
      ...rules[entity],
      actions: { ...rules[entity]?.actions, pay: takePayment(field, openPage(parts)) as never },
    },
  })
  return {
    ...rules,
    ...paid('order', 'order'),
    ...paid('booking', 'booking'),
    ...paid('subscriptionInvoice', 'invoice'),
    paymentTransaction: {
      ...ledger,
      async afterWrite(change, context) {
        await ledger.afterWrite?.(change, context)
        const { before, after } = change
        if (
          before ||
          !parts.gateway ||
          after?.kind !== 'refund' ||
          after.method !== 'card' ||
          after.state !== 'pending'
        ) {
          return
        }
        const { accountId, personId, name } = context.access.actor
        if ((await context.load('payment-transactions', String(after.parent)))!.providerReference) {
          await parts.enqueue(
            {
              kind: REFUND_JOB,
              payload: { transaction: after.id },
              actor: { accountId, personId, name },
            },
            context.tx,
          )
        }
      },
    },
  }
}

interface LedgerParts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly gateway: PaymentGateway | undefined
  readonly enqueue: Jobs['enqueue']
}

/** States that a payment passes through after an event; none when it is final already. */
const stepsTo = (event: PaymentEvent['type'], state: string): readonly string[] => {
  const open = state === 'pending' || state === 'processing'
  const processing = state === 'pending' ? ['processing'] : []
  if (event === 'cancelled') return state === 'pending' ? ['cancelled'] : []
  return event === 'processing' || !open ? processing : [...processing, event]
}

/** Applies the events of a provider and runs refund jobs. */
export const createPayments = ({ db, model, writer, gateway, enqueue }: LedgerParts) => {
  const resource = byCollection(model, 'payment-transactions')
  const access = compileAccess(model, systemActor)
  const context = (more: Partial<TxWriteContext> = {}): TxWriteContext => ({
    access,
    channel: 'system',
    requestId: 'payments',
    operationId: uuidv7(),
    ...more,
  })
  const read = async (where: string, value: string, query = db.query, lock = '') =>
    (
      await query<{
        id: string
        version: number
        state: string
        number: string
        amount: number
        currency: string
        reference: string | null
        parent: string | null
      }>(
        `SELECT id, version, state, number, amount_amount AS amount, amount_currency AS currency, provider_reference AS reference, parent FROM payment_transactions WHERE ${where} = $1 AND deleted_at IS NULL ${lock}`,
        [value],
      )
    ).rows[0]

  /**
   * Applies the transition of an event. Final states never change, so late or duplicate events have
   * no effect.
   */
  const settle = async (
    found: NonNullable<Awaited<ReturnType<typeof read>>>,
    event: PaymentEvent,
    given: TxWriteContext,
  ): Promise<void> => {
    const steps = stepsTo(event.type, found.state)
    let { version } = found
    const sendBack = (): Promise<string> =>
      enqueue({ kind: REFUND_JOB, payload: { transaction: found.id }, actor: SYSTEM_JOB }, given.tx)
    // Failed or cancelled here, but paid after all.
    if (event.type === 'succeeded' && ['failed', 'cancelled'].includes(found.state)) {
      await sendBack()
    }
    const fail = async (code: string): Promise<void> =>
      void ({ version } = await writer.update(
        resource,
        found.id,
        version,
        {},
        { ...given, set: { failureCode: code } },
      ))
    for (const to of steps) {
      if (to === 'failed') await fail(event.failureCode ?? 'declined')
      try {
        ;({ version } = await writer.transition(resource, found.id, version, to, undefined, given))
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 409) throw error
        // Paid by somebody else or cancelled meanwhile: refund what the provider took.
        await fail('not_due')
        await writer.transition(
          resource,
          found.id,
          version,
          'cancelled',
          { reason: error.message },
          given,
        )
        if (event.type === 'succeeded') await sendBack()
        return
      }
    }
  }

  const apply = async (provider: string, event: PaymentEvent): Promise<boolean> => {
    const { body } = await withIdempotency(
      db,
      { person: `webhook:${provider}`, key: event.id, bodyHash: '' },
      async (tx) => {
        const found = await read(
          'provider_reference',
          event.reference,
          tx.query,
          'FOR NO KEY UPDATE',
        )
        if (found) await settle(found, event, context({ tx }))
        return { status: 200, headers: {}, body: String(found !== undefined) }
      },
    )
    return body === 'true'
  }

  const refund: JobHandler = async ({ payload }) => {
    const id = String((payload as { transaction?: unknown }).transaction)
    const row = await read('id', id)
    if (!row || !gateway) return { refunded: false }
    const parent = row.parent === null ? row : await read('id', row.parent)
    if (!parent?.reference || (row.parent !== null && row.state !== 'pending')) {
      return { refunded: false }
    }
    const answer = await gateway.refund({
      reference: parent.reference,
      amount: { amount: row.amount, currency: row.currency },
      key: id,
    })
    // A payment that was not due never entered the ledger, so neither does its refund.
    if (row.parent === null) return { refunded: !('failureCode' in answer) }
    await db.transaction(async (tx) => {
      const now = await read('id', id, tx.query, 'FOR NO KEY UPDATE')
      if (now?.state !== 'pending') return
      let record = await writer.transition(
        resource,
        id,
        now.version,
        'processing',
        undefined,
        context({ tx }),
      )
      record = await writer.update(
        resource,
        id,
        record.version,
        {},
        context({
          tx,
          set:
            'failureCode' in answer
              ? { failureCode: answer.failureCode }
              : { providerReference: answer.reference },
        }),
      )
      await writer.transition(
        resource,
        id,
        record.version,
        'failureCode' in answer ? 'failed' : 'succeeded',
        undefined,
        context({ tx }),
      )
    })
    return { refunded: !('failureCode' in answer) }
  }

  return {
    apply,
    refund,
    async statusOf(transaction: string) {
      const found = await read('id', transaction)
      return (
        found && {
          number: found.number,
          amount: { amount: found.amount, currency: found.currency },
          state: found.state,
        }
      )
    },
  }
}
