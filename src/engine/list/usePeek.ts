import { useEffect, useState } from 'react'

/** The record shown beside the list, and how to show another. */
export interface Peek {
  readonly id: string | undefined
  /** Shows a record, or hides the one shown. */
  toggle(id: string): void
  /** Hides the record; false if none is shown. */
  close(): boolean
}

/** The row or card of a list, in any layout, that contains an element. */
export const rowAt = (at: EventTarget | null): HTMLElement | null =>
  at instanceof Element ? at.closest<HTMLElement>('[data-id]') : null

/** The record beside the list: it follows the row that has the focus. */
export const usePeek = (): Peek => {
  const [id, setId] = useState<string>()
  const open = id !== undefined
  useEffect(() => {
    if (!open) return
    const follow = (e: FocusEvent) =>
      setId((shown) => shown && (rowAt(e.target)?.dataset.id ?? shown))
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [open])
  return {
    id,
    toggle: (to) => setId((shown) => (shown === to ? undefined : to)),
    close: () => {
      if (!open) return false
      setId(undefined)
      return true
    },
  }
}
