import type { KeyboardEvent } from 'react'
import { towardsEnd } from '../ColumnEdge.tsx'
import type { List } from '../useList.ts'
import { rowAt } from '../usePeek.ts'
import { TYPING } from '../useShortcuts.ts'

/** Arrow keys go from card to card as they appear on the page; with Shift they select on the way. */
export const walkCards = (e: KeyboardEvent<HTMLElement>, list: List): void => {
  const from = rowAt(e.target)
  if (!from || e.ctrlKey || e.metaKey || e.altKey || (e.target as Element).closest(TYPING)) return
  const cards = [...e.currentTarget.querySelectorAll<HTMLElement>('[data-id]')]
  const perLine = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length
  const by = new Map([
    ['ArrowDown', perLine],
    ['ArrowUp', -perLine],
    ['ArrowRight', towardsEnd()],
    ['ArrowLeft', -towardsEnd()],
  ]).get(e.key)
  if (by === undefined) return
  e.preventDefault()
  const to = cards[cards.indexOf(from) + by]
  to?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  to?.scrollIntoView({ block: 'nearest' })
  if (e.shiftKey && to) list.extend(from.dataset.id ?? '', to.dataset.id ?? '')
}
