/** A strip of key metrics, each linking to its records. */
import type { ReactNode } from 'react'
import { AddressLink } from '#engine/links.tsx'
import { Skeleton } from '#ui/states.tsx'
import css from './metrics.module.css'

export interface MetricFacts {
  readonly name: string
  /** Shows a grey bar while undefined. */
  readonly value: ReactNode | undefined
  readonly note?: ReactNode
  readonly tone?: 'danger' | 'warning' | undefined
  /** URL of the linked list or record. */
  readonly href?: string | undefined
}

/** Metrics side by side in a labelled list. */
export const MetricStrip = ({
  label,
  metrics,
}: {
  readonly label: string
  readonly metrics: readonly MetricFacts[]
}) => (
  <ul className={css.metrics} aria-label={label}>
    {metrics.map(({ name, value, note, tone, href }) => {
      const body = (
        <>
          <span className={css.name}>{name}</span>
          <span className={css.value}>{value ?? <Skeleton width={72} />}</span>
          <span className={css.note}>{note ?? '\u00a0'}</span>
        </>
      )
      return (
        <li key={name} data-tone={tone}>
          {href === undefined ? (
            <div className={css.metric}>{body}</div>
          ) : (
            <AddressLink address={href} className={css.metric}>
              {body}
            </AddressLink>
          )}
        </li>
      )
    })}
  </ul>
)
