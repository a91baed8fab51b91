import { useEffect } from 'react'

/** Time for the content of a page to load first, in ms. */
const AFTER_MS = 5000

/**
 * Loads code after the page's content, so that it is there when the connection is lost. `load` is
 * the same function in every render.
 */
export const usePreload = (load: () => void): void =>
  useEffect(() => {
    const ahead = setTimeout(load, AFTER_MS)
    return () => clearTimeout(ahead)
  }, [load])
