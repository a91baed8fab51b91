import { useMemo } from 'react'
import { chargedOf } from '#model/charge.ts'
import { label } from '#ui/i18n.ts'
import { PlainRows, type Footer, type RowsProps } from './RowsTable.tsx'
import { Sums } from './Sums.tsx'

/** Child rows with the amount of each charged line, and sums below them. */
export const SummedRows = ({ footer, ...props }: RowsProps & { readonly footer: Footer }) => {
  const { field, rows, draw } = props
  const { charge } = field
  const lines = useMemo(() => (charge ? chargedOf(charge, rows).lines : undefined), [charge, rows])
  return (
    <>
      <PlainRows {...props} lines={lines} />
      {footer.length ? (
        <Sums
          entries={footer.map(({ field: sum, value }) => ({
            label: label(sum.label),
            value: draw(sum, value),
          }))}
        />
      ) : null}
    </>
  )
}
