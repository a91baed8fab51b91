import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Approval } from '#data/approvals.ts'
import { recordQuery } from '#data/queries.ts'
import { chargedLines, shareOfUnits } from '#model/taken.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import css from './approvals.module.css'

interface Taken {
  readonly line: number
  readonly quantity: number
}

const isTaken = (row: unknown): row is Taken =>
  typeof row === 'object' && row !== null && 'line' in row && 'quantity' in row
const takenIn = (value: Json): readonly Taken[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isTaken) : []

/**
 * Lines of a record that an action takes: what each is, how many of its units and, while the
 * request is pending, their amount. Shows the plain values if the record cannot be read.
 */
export const RequestedLines = ({
  approval: { recordId, state },
  resource,
  field,
  value,
}: {
  readonly approval: Approval & { readonly recordId: string }
  readonly resource: ResourceModel
  /** The input with `takes`. */
  readonly field: FieldModel
  readonly value: Json
}) => {
  const format = useFormat()
  const { data } = useQuery({ ...recordQuery(resource, recordId), retry: false })
  const lines = useMemo(() => {
    const rows = resource.fields.find(({ name }) => name === field.takes?.of)
    const known = rows && data ? chargedLines(rows, data.data) : []
    return takenIn(value).map(({ line, quantity }) => ({
      quantity,
      found: known.find((one) => one.line === line),
    }))
  }, [resource, data, field, value])
  if (!lines.every(({ found }) => found)) return <FieldValue field={field} value={value} />
  return (
    <ul className={css.named}>
      {lines.map(({ quantity, found }) =>
        found ? (
          <li key={found.line}>
            <bdi>{found.labelled ? label(found.title) : found.title}</bdi>
            {` · ${format.number(quantity)} / ${format.number(found.quantity)}`}
            {state === 'pending'
              ? ` · ${format.money({
                  amount: shareOfUnits(found, quantity).amount,
                  currency: found.currency,
                })}`
              : null}
          </li>
        ) : null,
      )}
    </ul>
  )
}
