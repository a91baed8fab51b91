/** Looks of buttons in the bars of a list: as high as its search field. */
import { buttonClass } from '#ui/Button.tsx'
import css from './list.module.css'

export const barButton = buttonClass({ variant: 'default', className: css.button })
export const barPrimary = buttonClass({ className: `${css.button} ${css.primary}` })
