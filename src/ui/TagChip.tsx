import type { ReactNode } from 'react'
import css from './tag.module.css'

/** A tag on its colour. Plain markup: cheap enough for every row of a list. */
export const TagChip = ({
  color,
  children,
}: {
  readonly color: string
  readonly children: ReactNode
}) => (
  <span className={css.tag} data-color={color} dir="auto">
    {children}
  </span>
)
