import type { ReactNode } from 'react'
import css from './settings.module.css'

/** A labelled value with an optional note. */
export const Fact = ({
  icon,
  name,
  value,
  note,
}: {
  readonly icon: ReactNode
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
}) => (
  <div className={css.fact}>
    <dt>
      <span aria-hidden>{icon}</span>
      {name}
    </dt>
    <dd>
      <span className={css.factValue}>{value}</span>
      {note ? <span className={css.quiet}>{note}</span> : null}
    </dd>
  </div>
)
