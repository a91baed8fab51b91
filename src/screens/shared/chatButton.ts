/** Looks of buttons in conversations and tickets: lower than those of pages. */
import { buttonClass } from '#ui/Button.tsx'
import css from './chat.module.css'

export const chatButton = buttonClass({ variant: 'default', className: css.button })
export const chatPrimary = buttonClass({ className: css.button })
