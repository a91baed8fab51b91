/** The one dialog over the page that engine code opens from anywhere: of an action, or a composer. */
import type { ReactNode } from 'react'

let shown: ReactNode = null
const listeners = new Set<() => void>()

/** Shows a dialog instead of the one before, or none. */
export const showOver = (dialog: ReactNode): void => {
  shown = dialog
  for (const fn of listeners) fn()
}

/** For the host: the dialog, and a subscription to changes. */
export const shownOver = (): ReactNode => shown
export const onShownOver = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
