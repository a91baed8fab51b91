import { say, type Said } from '#model/message.ts'
import { byCollection } from '#model/compile.ts'
import { Problem } from '../../base/problem.ts'
import { listed } from '../../store/read/listed.ts'
import { building, run } from '../../store/read/statement.ts'
import type { RuleContext } from '../types.ts'
import { upcoming } from '../booking/availability.ts'

/** States of orders in progress. */
export const OPEN_ORDERS: readonly string[] = ['placed', 'confirmed', 'in_progress']
const OPEN_JOBS: readonly string[] = ['open', 'awarded', 'in_progress', 'disputed']
const NAMED = 5

interface Open {
  readonly customer: string
  /** Codes of the upcoming stays, open orders and jobs that the caller may list. */
  readonly codes: readonly string[] | null
}

/** Finds records for which somebody still needs to know the customer. */
const openOf = async (
  ids: readonly string[],
  { tx, model, access, now }: RuleContext,
): Promise<readonly Open[]> => {
  const b = building(model, access)
  const customers = b.sql.add(ids)
  const part = (
    kind: number,
    collection: string,
    code: string,
    states: readonly string[],
    more = '',
  ): string => {
    const rows = listed(b, collection, [code])
    const seen = rows
      ? `(SELECT s."${code}" FROM ${rows.from('s')} WHERE s.id = t.id AND ${rows.where('s')})`
      : 'NULL::text'
    return `SELECT t.customer, ${kind} AS kind, ${seen} AS code FROM "${byCollection(model, collection).table}" t WHERE t.customer = ANY(${customers}::uuid[]) AND t.deleted_at IS NULL AND t.state = ANY(${b.sql.add(states)}::text[])${more}`
  }
  // The date at the hotel decides whether a stay is over.
  const toCome = ` AND coalesce(t.left_on, t.check_out) > (${b.sql.add(now.toISOString())}::timestamptz AT TIME ZONE (SELECT h.timezone FROM hotels h WHERE h.id = t.hotel))::date`
  const parts = [
    part(1, 'bookings', 'code', upcoming, toCome),
    part(2, 'orders', 'number', OPEN_ORDERS),
    part(3, 'service-jobs', 'code', OPEN_JOBS),
  ]
  return run<Open & Record<string, never>>(tx, {
    text: `SELECT customer, array_agg(code ORDER BY kind, code) FILTER (WHERE code IS NOT NULL) AS codes FROM (${parts.join(' UNION ALL ')}) x GROUP BY 1`,
    values: b.sql.values,
  })
}

const sentence = ({ codes }: Open): Said => {
  const seen = codes ?? []
  const shown = seen.slice(0, NAMED)
  if (seen.length > NAMED) shown.push(`${shown.pop()} + ${seen.length - NAMED}`)
  return seen.length
    ? say('This customer is still to be served; finish or cancel first: {{what}}.', {
        what: { list: shown },
      })
    : 'This customer is still to be served; what is open has to be finished or cancelled first.'
}

/** Why customers cannot be anonymised yet, by id; absent where nothing is open. */
export const stillServed = async (
  ids: readonly string[],
  context: RuleContext,
): Promise<ReadonlyMap<string, Said>> =>
  new Map(
    ids.length ? (await openOf(ids, context)).map((open) => [open.customer, sentence(open)]) : [],
  )

/** Throws 409 while the customer has open stays, orders or jobs. */
export const refuseWhileServed = async (
  { id }: { readonly id: string },
  context: RuleContext,
): Promise<void> => {
  const why = (await stillServed([id], context)).get(id)
  if (why) throw new Problem(409, 'still_served', why)
}
