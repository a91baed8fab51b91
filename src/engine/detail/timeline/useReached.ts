import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls `run` when an element comes near the visible part of the page, and again while it stays
 * there and `on` becomes true again. Returns the ref of the element.
 */
export const useReached = (on: boolean, run: () => void) => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const reached = useEffectEvent(run)
  useEffect(() => {
    if (!element || !on || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, on])
  return setElement
}
