/** Where the focus of child rows is after a refused save, and after an undo. */
import { useEffect, useImperativeHandle, type RefObject } from 'react'
import type { InputProps } from '../types.ts'
import type { LastChange } from './useRowList.ts'

/**
 * What the form focuses for the rows: their first field with an error, otherwise the button that
 * adds one.
 */
export const useFocusable = (
  ref: InputProps['inputRef'],
  box: RefObject<HTMLElement | null>,
  add: RefObject<HTMLElement | null>,
): void =>
  useImperativeHandle(ref as never, () => ({
    // The errors of a save are rendered by then.
    focus: () =>
      requestAnimationFrame(() =>
        (box.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? add.current)?.focus(),
      ),
  }))

/** After an undo that took away what had the focus, it is on a button below the rows. */
export const useKeptFocus = (
  last: LastChange | undefined,
  box: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    if (!last || last.undo || document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('[data-foot] button:not(:disabled)')?.focus()
  }, [last, box])
}
