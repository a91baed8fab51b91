import { startTransition, useEffect, useState } from 'react'

const AT_ONCE = 10

/**
 * The keys of the rows to draw: those that were drawn before, and ten more at a time, so that a
 * hundred pasted rows block nothing.
 */
export const useDrawn = (keys: readonly string[]): readonly string[] => {
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set())
  let left = AT_ONCE
  const drawn = keys.filter((key) => before.has(key) || left-- > 0)
  const isMore = left < AT_ONCE
  useEffect(() => {
    if (isMore) startTransition(() => setBefore(new Set(drawn)))
  })
  return drawn
}
