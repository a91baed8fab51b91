import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { focusRecord } from './rowFocus.ts'
import type { Slots } from './slots.ts'
import { rowAt } from './usePeek.ts'

/**
 * Lets the focus stay with its record when other rows take over the elements; it stays in its place
 * when that record is not shown any more.
 */
export const useFocusedRecord = (slots: Slots, body: RefObject<HTMLElement | null>): void => {
  const focused = useRef<string>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = rowAt(target)?.dataset.id
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    if (focused.current !== undefined) focusRecord(body.current, focused.current)
  }, [slots, body])
}
