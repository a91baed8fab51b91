import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { whenIdle } from '#ui/whenIdle.ts'

/** After this time, in ms, the data is no longer waited for, but for a moment without work. */
const PATIENCE_MS = 600

/**
 * Returns whether the page's own data has arrived and is painted, or has taken too long. What
 * surrounds the content waits for it: the navigation takes as long to render as the rows of a list.
 */
export const useContentFirst = (): boolean => {
  const client = useQueryClient()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (ready) return
    let frame = 0
    // A slow device is still busy with the content then; behind a slow connection the page is idle.
    const timer = setTimeout(() => whenIdle(() => setReady(true)), PATIENCE_MS)
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated' || frame !== 0 || client.isFetching() > 0) return
      frame = requestAnimationFrame(() => whenIdle(() => setReady(true)))
    })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      stop()
    }
  }, [client, ready])
  return ready
}
