import type { ReactNode } from 'react'
import type { Icon } from '#ui/icons.tsx'
import css from './recordNotice.module.css'

/** A strip on the page of a record that says what is special about it, with what can be done. */
export const RecordNotice = ({
  tone,
  icon: Picture,
  actions,
  children,
}: {
  readonly tone: 'info' | 'warning'
  readonly icon: Icon
  readonly actions: ReactNode
  readonly children: ReactNode
}) => (
  <div className={css.notice} data-tone={tone} role="status">
    <Picture size={18} aria-hidden />
    <span className={css.text}>{children}</span>
    {actions}
  </div>
)
