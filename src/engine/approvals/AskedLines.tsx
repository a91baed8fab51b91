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

interface Asked {
  readonly line: number
  readonly quantity: number
}

const isAsked = (row: unknown): row is Asked =>
  typeof row === 'object' && row !== null && 'line' in row && 'quantity' in row
const asked = (value: Json): readonly Asked[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isAsked) : []

/**
 * Lines of a record that an action takes: what each is, how many of its units, and what they come to
 * while it waits. The given values as they are, as long as the record cannot be read.
 */
export const AskedLines = ({
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
    return asked(value).map(({ line, quantity }) => ({
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
