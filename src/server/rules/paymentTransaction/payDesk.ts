/** The payer's side of orders, bookings and invoices: what is due, and a payment at the gateway. */
import { randomUUID } from 'node:crypto'
import type { ActionModel, Model, ResourceModel } from '#model/types.ts'
import { Problem } from '../../base/problem.ts'
import type { Database } from '../../database/pool.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { PayDesk, PayView } from '../../portal/payPage.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'
import type { SubjectField } from './ledger.ts'

/** Entity of what each kind of payment is for, and the columns that its page shows. */
const subjects = {
  order: {
    entity: 'order',
    sql: 'SELECT s.number AS name, s.customer AS payer, c.locale, s.state, s.version, s.due_amount AS due, s.due_currency AS currency FROM orders s LEFT JOIN customers c ON c.id = s.customer',
  },
  booking: {
    entity: 'booking',
    sql: 'SELECT s.code AS name, s.customer AS payer, c.locale, s.state, s.version, s.due_amount AS due, s.due_currency AS currency FROM bookings s LEFT JOIN customers c ON c.id = s.customer',
  },
  invoice: {
    entity: 'subscriptionInvoice',
    sql: 'SELECT s.number AS name, s.vendor AS payer, NULL AS locale, s.state, s.version, s.due_amount AS due, s.due_currency AS currency FROM subscription_invoices s',
  },
} as const satisfies Record<SubjectField, { entity: string; sql: string }>

interface Due {
  readonly name: string | null
  readonly payer: string
  readonly locale: string | null
  readonly state: string
  readonly version: number
  readonly due: number | null
  readonly currency: string | null
}

/**
 * Whom a link is for. A link from before a cancellation is for somebody else: it ends with it, and
 * only a new one asks for the fee.
 */
export const payerOf = (payer: string, state: string): string =>
  state === 'cancelled' ? `${payer}:cancelled` : payer

const linesOf = (given: string): string[] =>
  given
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface Parts {
  readonly db: Database
  readonly model: Model
  readonly writer: Pick<TransactionalWriter, 'act'>
  readonly online: boolean
}

export const createPayDesk = ({ db, model, writer, online }: Parts): PayDesk<SubjectField> => {
  const of = (kind: SubjectField): { resource: ResourceModel; pay: ActionModel } => {
    const resource = model.resources.find((r) => r.entity === subjects[kind].entity)!
    return { resource, pay: resource.actions.find((a) => a.name === 'pay')! }
  }
  /** A record on which something can be paid now. */
  const dueOf = async (kind: SubjectField, id: string): Promise<Due | undefined> => {
    const { rows } = await db.query<Due>(
      `${subjects[kind].sql} WHERE s.id = $1 AND s.deleted_at IS NULL`,
      [id],
    )
    const [row] = rows
    return row && Number(row.due ?? 0) > 0 && of(kind).pay.from.includes(row.state)
      ? row
      : undefined
  }
  return {
    online,
    async view(kind, id): Promise<PayView | undefined> {
      const row = await dueOf(kind, id)
      if (!row) return undefined
      const { name, seller } = await readOrganisation(db.query)
      return {
        holder: payerOf(row.payer, row.state),
        name: row.name ?? '',
        due: { amount: Number(row.due), currency: row.currency! },
        locale: row.locale,
        seller: {
          lines: [seller.legalName || name, ...linesOf(seller.address), seller.taxId].filter(
            Boolean,
          ),
          bank: linesOf(seller.bank),
        },
      }
    },
    async open(kind, id) {
      const row = await dueOf(kind, id)
      if (!row) throw new Problem(409, 'paid', 'Nothing is due.')
      const { result } = await writer.act(
        of(kind).resource,
        { id, version: Number(row.version) },
        'pay',
        { method: 'online' },
        {
          access: compileAccess(model, systemActor),
          channel: 'system',
          requestId: 'pay-page',
          operationId: randomUUID(),
        },
      )
      return (result as { readonly redirect: string }).redirect
    },
  }
}
