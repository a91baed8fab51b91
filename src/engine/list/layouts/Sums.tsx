import type { ReactNode } from 'react'
import { useFormat } from '#ui/useFormat.ts'
import type { Sum } from './sums.ts'

/** A sum in each currency; a dash when there is none. */
export const Sums = ({ of }: { readonly of: readonly Sum[] | undefined }): ReactNode => {
  const format = useFormat()
  if (!of?.length) return '—'
  // Averages of minor units have fractions.
  return of.map(({ amount, currency }) => (
    <div key={currency ?? ''}>
      {currency
        ? format.money({ amount: Math.round(amount), currency })
        : format.number(Math.round(amount * 100) / 100)}
    </div>
  ))
}
