import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'

/** How long the content alone is waited for, in ms. */
const PATIENCE_MS = 600
/** After which it is waited for no longer, however busy the page is. */
const STARVED_MS = 2000

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: STARVED_MS })
  else task()
}

/**
 * Returns false until the data that the page waits for has arrived and is painted, for at
 * most 600 ms, and then until the page has nothing to do: the navigation takes as long to render as
 * the rows of a list, which people wait for.
 */
export const useContentFirst = (): boolean => {
  const client = useQueryClient()
  const [turn, setTurn] = useState(false)
  useEffect(() => {
    if (turn) return
    const take = () => setTurn(true)
    let painted = 0
    // On a slow device the page is busy with what it is about; behind a slow connection it is idle.
    const timer = setTimeout(() => whenIdle(take), PATIENCE_MS)
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated' || painted !== 0 || client.isFetching() > 0) return
      // After the frame that paints it.
      painted = requestAnimationFrame(() => whenIdle(take))
    })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(painted)
      stop()
    }
  }, [client, turn])
  return turn
}
