import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Narrower screens have panels at their lower edge. */
const PHONE_PX = 600
/** Room that stays free at the edges of the screen. */
const EDGE_PX = 8

export interface Placing {
  /** The edge that it shares with what opened it. */
  readonly align: 'start' | 'end'
  /** Distance, in px; default 4. */
  readonly gap?: number
  /** Covers what opened it. */
  readonly over?: true
  /** Closes once what opened it is scrolled out of view; others then stay at the edge. */
  readonly leaves?: true
  /** On phones its style sheet places it. */
  readonly sheet?: true
}

/** Keeps a coordinate of a box of this size on the screen. */
const within = (at: number, size: number, screen: number): number =>
  Math.max(EDGE_PX, Math.min(at, screen - size - EDGE_PX))

/** Places a panel below the anchor, or above it where only there is room; it keeps its side. */
const place = (
  panel: HTMLElement,
  anchor: HTMLElement,
  { align, gap = 4, over, leaves, sheet }: Placing,
): void => {
  if (sheet && window.innerWidth < PHONE_PX) return panel.removeAttribute('style')
  const beside = anchor.querySelector('input') ?? anchor
  const b = beside.getBoundingClientRect()
  const p = panel.getBoundingClientRect()
  const fits = b.bottom + gap + p.height <= window.innerHeight || b.top < p.height
  const side = (panel.dataset.side ??= fits ? 'below' : 'above')
  const beyond = side === 'below' ? b.bottom + gap : b.top - p.height - gap
  const left = (align === 'start') === (getComputedStyle(anchor).direction !== 'rtl')
  const top = over ? b.top - EDGE_PX : beyond
  // One that leaves with its anchor follows it beyond the edge.
  panel.style.top = `${leaves ? top : within(top, p.height, window.innerHeight)}px`
  panel.style.left = `${within(left ? b.left : b.right - p.width, p.width, window.innerWidth)}px`
}

/** True once scrolling has moved the anchor out of view. */
const scrolledOut = (anchor: HTMLElement, scrolled: Node): boolean => {
  const b = anchor.getBoundingClientRect()
  const seen =
    scrolled instanceof Element
      ? scrolled.getBoundingClientRect()
      : { top: 0, left: 0, bottom: window.innerHeight, right: window.innerWidth }
  return (
    b.bottom <= seen.top || b.top >= seen.bottom || b.right <= seen.left || b.left >= seen.right
  )
}

/**
 * Opens a panel in the browser's top layer, if it is a popover, beside the element that opened it,
 * and keeps it there while its content grows or the page moves. `placing` must not change.
 */
export const usePopover = (
  ref: RefObject<HTMLElement | null>,
  anchor: HTMLElement | null,
  placing: Placing,
  close: (refocus: boolean) => void,
): void => {
  const closing = useRef(close)
  closing.current = close
  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel || !anchor) return
    if (panel.popover) panel.showPopover?.()
    const again = () => place(panel, anchor, placing)
    again()
    const grown = typeof ResizeObserver === 'function' ? new ResizeObserver(again) : undefined
    grown?.observe(panel)
    const follow = ({ target }: Event) => {
      if (!(target instanceof Node) || !target.contains(anchor)) return
      if (placing.leaves && scrolledOut(anchor, target)) closing.current(false)
      else again()
    }
    window.addEventListener('resize', again)
    document.addEventListener('scroll', follow, true)
    return () => {
      grown?.disconnect()
      window.removeEventListener('resize', again)
      document.removeEventListener('scroll', follow, true)
    }
  }, [ref, anchor, placing])
}

/** What closes a panel: a press outside it and its anchor, or also when the focus goes there. */
export const useOutside = (
  ref: RefObject<HTMLElement | null>,
  anchor: HTMLElement | null,
  close: (refocus: boolean) => void,
  events: readonly ('pointerdown' | 'focusin')[],
): void => {
  const closing = useRef(close)
  closing.current = close
  useEffect(() => {
    const outside = ({ target }: Event) => {
      if (!(target instanceof Node)) return
      if (!ref.current?.contains(target) && !anchor?.contains(target)) closing.current(false)
    }
    for (const event of events) document.addEventListener(event, outside)
    return () => {
      for (const event of events) document.removeEventListener(event, outside)
    }
  }, [ref, anchor, events])
}

/** For `useOutside`: a menu keeps the focus, so only a press closes it. */
export const PRESS = ['pointerdown'] as const
/** For `useOutside`: leaving the panel by key closes it, too. */
export const PRESS_OR_FOCUS = ['pointerdown', 'focusin'] as const
