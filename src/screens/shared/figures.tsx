/** A strip of key figures, each a link to what is behind it. */
import type { ReactNode } from 'react'
import { AddressLink } from '#engine/links.tsx'
import { Skeleton } from '#ui/states.tsx'
import css from './figures.module.css'

export interface FigureFacts {
  readonly name: string
  /** A grey bar while undefined. */
  readonly value: ReactNode | undefined
  readonly note?: ReactNode
  readonly tone?: 'danger' | 'warning' | undefined
  /** Address of the list or record behind it. */
  readonly href?: string | undefined
}

/** Figures side by side, named as a list. */
export const FigureStrip = ({
  label,
  figures,
}: {
  readonly label: string
  readonly figures: readonly FigureFacts[]
}) => (
  <ul className={css.figures} aria-label={label}>
    {figures.map(({ name, value, note, tone, href }) => {
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
            <div className={css.figure}>{body}</div>
          ) : (
            <AddressLink address={href} className={css.figure}>
              {body}
            </AddressLink>
          )}
        </li>
      )
    })}
  </ul>
)
