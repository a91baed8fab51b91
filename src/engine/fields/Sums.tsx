import type { ReactNode } from 'react'
import classes from './Sums.module.css'

interface Props {
  readonly entries: readonly { readonly label: string; readonly value: ReactNode }[]
}

/** Sums below child rows, at the end of the line; the last one stands out. */
export const Sums = ({ entries }: Props) => (
  <dl className={classes.sums}>
    {entries.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd data-end>{value}</dd>
      </div>
    ))}
  </dl>
)
