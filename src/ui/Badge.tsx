import type { ReactNode } from 'react'
import css from './common.module.css'

/** Colour role of a badge. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/**
 * A short label on its colour, e.g. a state. Plain markup: cheap enough for every row of a list.
 */
export const Badge = ({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) => <span className={`${css.badge} ${css[tone]}`}>{children}</span>
