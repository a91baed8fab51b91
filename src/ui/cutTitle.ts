/** Full texts of what is cut: shown by the browser while the pointer rests on it. */
import type { MouseEvent } from 'react'

const LEVELS = 3

/** For the `onMouseOver` of a container: gives cut cells, pills and headers inside it a title. */
export const titleWhenCut = ({ target }: MouseEvent): void => {
  let at = target instanceof HTMLElement ? target : null
  for (let level = 0; at && level < LEVELS; level += 1, at = at.parentElement) {
    if (at.title || at.closest('input, textarea, select')) return
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') {
      at.title = at.textContent.trim()
      return
    }
  }
}
