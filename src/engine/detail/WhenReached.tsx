import { useState, type ReactNode } from 'react'
import { useReached } from './timeline/useReached.ts'
import css from './reading.module.css'

/**
 * Draws `children` once their place comes near the visible part of the page, and keeps the place
 * until then.
 */
export const WhenReached = ({ children }: { readonly children: ReactNode }) => {
  // Without the means to see it, it is there at once.
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  const place = useReached(!near, () => setNear(true))
  return near ? children : <section ref={place} className={css.later} data-timeline />
}
