import { isDeepStrictEqual } from 'node:util'
import { own } from '#schemas/define/own.ts'
import type { ChargeBase } from '#schemas/define/hints.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { Problem } from '../../base/problem.ts'
import type { TakenLine } from './lineRefunds.ts'

type Row = { readonly refundedLines: readonly Pick<TakenLine, 'line'>[] }

const at = (row: Row, name: string): unknown => own({ ...row }, name)

const sameBase = (base: ChargeBase, before: Row, after: Row): boolean =>
  [base.unit, base.quantity, base.from, base.to].every((name) =>
    isDeepStrictEqual(at(before, name), at(after, name)),
  )

/**
 * Refuses changes of lines that were refunded, or are about to be: they keep their place and what
 * they say, since refunds and credit notes name them.
 */
export const keepRefunded = (
  { fields }: Pick<ResourceModel, 'fields'>,
  { before, after }: { readonly before: Row | null; readonly after: Row | null },
): void => {
  if (!before?.refundedLines.length || !after) return
  const rows = fields.find(({ charge }) => charge?.taken !== undefined)
  if (!rows) return
  const entryAt = (row: Row, line: number): Json | undefined =>
    (at(row, rows.name) as readonly Json[]).at(line - 1)
  const changed = before.refundedLines.find(({ line }) =>
    line === 0
      ? rows.charge?.base && !sameBase(rows.charge.base, before, after)
      : !isDeepStrictEqual(entryAt(before, line), entryAt(after, line)),
  )
  if (!changed) return
  const { line } = changed
  const path = line === 0 ? (rows.charge?.base?.from ?? rows.name) : `${rows.name}.${line - 1}`
  throw new Problem(409, 'frozen', 'Refunded lines cannot be changed.', {
    errors: [{ path, code: 'frozen', message: 'Refunded lines cannot be changed' }],
  })
}
