import type { KeyboardEvent } from 'react'

const cardsIn = (column: Element): HTMLElement[] => [
  ...column.querySelectorAll<HTMLElement>('[data-card-link]'),
]

/** The step of an arrow key along one axis. */
const step = (key: string, forward: string, back: string): number => {
  if (key === forward) return 1
  return key === back ? -1 : 0
}

/**
 * Arrow keys move between cards, `m` opens the card's menu. With Shift the cards of a column are
 * selected on the way by `extend`, which takes their ids.
 */
export const walkBoard = (
  e: KeyboardEvent<HTMLElement>,
  extend?: (from: string, to: string) => void,
): void => {
  const target = e.target as HTMLElement
  const card = target.closest<HTMLElement>('[data-card]')
  if (!card || e.ctrlKey || e.metaKey || e.altKey || target.closest('[role=menu]')) return
  if (e.key === 'm') {
    e.preventDefault()
    card.querySelector<HTMLElement>('[data-card-menu]')?.click()
    return
  }
  const columns = [...e.currentTarget.querySelectorAll('[data-column]')].filter(
    (c) => cardsIn(c).length,
  )
  const here = columns.findIndex((c) => c.contains(card))
  const at = cardsIn(columns[here]!).findIndex((l) => card.contains(l))
  const side = document.documentElement.dir === 'rtl' ? -1 : 1
  const across = step(e.key, 'ArrowRight', 'ArrowLeft') * side
  const down = step(e.key, 'ArrowDown', 'ArrowUp')
  // On the menu's own button, arrow keys open the menu.
  if ((!across && !down) || (down && target.hasAttribute('data-card-menu'))) return
  const column = columns[here + across]
  const cards = column ? cardsIn(column) : []
  const next = cards[Math.min(Math.max(at + down, 0), cards.length - 1)]
  if (!next) return
  e.preventDefault()
  next.focus()
  const to = next.closest<HTMLElement>('[data-card]')
  if (e.shiftKey && down && extend) extend(card.dataset.card ?? '', to?.dataset.card ?? '')
  next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}
