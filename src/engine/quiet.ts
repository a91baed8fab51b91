/**
 * Keeps a second click from running the next action: buttons that have just changed ignore clicks
 * for a moment.
 */
import { useCallback, useEffect, useState } from 'react'

/** How long, in milliseconds; a double click and a hesitating second one fit into it. */
export const QUIET_MS = 800

/** Whether clicks are ignored, and how to make an action count. */
export interface Quiet {
  readonly quiet: boolean
  /** Ignores clicks while the action runs, and for a moment after it succeeded. */
  readonly during: (outcome: Promise<boolean>) => void
  /** Ignores clicks for a moment, since buttons have moved. */
  readonly moved: () => void
}

/**
 * Quiet during and after each action, and whenever the buttons change while a person looks at them:
 * `shown` identifies them. A change by someone else moves them just the same.
 */
export const useQuiet = (shown: string): Quiet => {
  const [last, setLast] = useState(shown)
  const [running, setRunning] = useState(0)
  const [rounds, setRounds] = useState({ started: 0, ended: 0 })
  const moved = useCallback(() => setRounds((r) => ({ ...r, started: r.started + 1 })), [])
  if (last !== shown) {
    setLast(shown)
    moved()
  }
  useEffect(() => {
    if (rounds.started === rounds.ended) return undefined
    const timer = setTimeout(() => setRounds((r) => ({ ...r, ended: r.started })), QUIET_MS)
    return () => clearTimeout(timer)
  }, [rounds])
  const during = useCallback(
    (outcome: Promise<boolean>) => {
      setRunning((n) => n + 1)
      void outcome
        .then((done) => {
          if (done) moved()
        })
        .finally(() => setRunning((n) => n - 1))
    },
    [moved],
  )
  return { quiet: running > 0 || rounds.started !== rounds.ended, during, moved }
}
