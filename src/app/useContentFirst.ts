import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'

/** Longest wait for the content, in ms. */
const PATIENCE_MS = 600

/**
 * Returns false until the data that the page waits for has arrived and is painted, for at most
 * 600 ms: the navigation takes as long to render as the rows of a list, which people wait for.
 */
export const useContentFirst = (): boolean => {
  const client = useQueryClient()
  const [turn, setTurn] = useState(false)
  useEffect(() => {
    if (turn) return
    const take = () => setTurn(true)
    let painted = 0
    const timer = setTimeout(take, PATIENCE_MS)
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated' || painted !== 0 || client.isFetching() > 0) return
      // The task after the frame that paints it.
      painted = requestAnimationFrame(() => setTimeout(take))
    })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(painted)
      stop()
    }
  }, [client, turn])
  return turn
}
