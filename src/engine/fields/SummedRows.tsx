import { useMemo, type ReactNode } from 'react'
import { chargedOf, type Amount } from '#model/charge.ts'
import type { Json } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import type { Footer, RowsProps } from './RowsTable.tsx'
import { Sums } from './Sums.tsx'

/** A discount is taken off: in sums it has a minus. */
const lessOf = (value: Json): Json => {
  const { amount, currency } = value as { amount: number; currency: string }
  return { amount: 0 - amount, currency }
}

interface Props extends Pick<RowsProps, 'field' | 'rows' | 'draw'> {
  readonly footer: Footer
  /** Draws the rows, with the amount of each charged line. */
  readonly children: (lines: readonly (Amount | null)[] | undefined) => ReactNode
}

/** Child rows with the amount of each charged line, and sums below them. */
export const SummedRows = ({ field, rows, draw, footer, children }: Props) => {
  const { charge } = field
  const lines = useMemo(() => (charge ? chargedOf(charge, rows).lines : undefined), [charge, rows])
  return (
    <>
      {children(lines)}
      {footer.length ? (
        <Sums
          entries={footer.map(({ field: sum, value }) => ({
            label: label(sum.label),
            value: draw(sum, charge && sum.name === 'discount' ? lessOf(value) : value),
          }))}
        />
      ) : null}
    </>
  )
}
