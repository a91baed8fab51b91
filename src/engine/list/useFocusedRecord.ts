import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { focusPlace, focusRecord } from './rowFocus.ts'
import type { Slots } from './slots.ts'
import { rowAt } from './usePeek.ts'

/**
 * Lets the focus stay with its record when other rows take over the elements; it stays in its place
 * when that record is not shown any more, also if that happens while a dialog has the focus.
 */
export const useFocusedRecord = (slots: Slots, body: RefObject<HTMLElement | null>): void => {
  const focused = useRef<string>(undefined)
  const place = useRef(-1)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('dialog, [role=menu]')) return
      focused.current = rowAt(target)?.dataset.id
      // The focus returns from a dialog whose button went with the row.
      if (target instanceof Element && target.id === 'main') focusPlace(body.current, place.current)
      place.current = -1
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [body])
  const before = useRef(slots)
  useLayoutEffect(() => {
    const { ids, key } = before.current
    before.current = slots
    const id = focused.current
    if (id === undefined) return
    focusRecord(body.current, id)
    if (key !== slots.key || slots.ids.includes(id) || !ids.includes(id)) return
    place.current = ids.indexOf(id)
    if (document.activeElement === document.body) focusPlace(body.current, place.current)
  }, [slots, body])
}
