import { useCallback, useEffect } from 'react'
import { usePreference } from '../shared/preference.ts'
import { readReads, withRead, type Reads } from './reads.ts'

const KEY = 'chat.read'
/** At the first visit what came within the last day is new to the person. */
const FIRST_MS = 86_400_000

/** What the person has read, and the way to mark a conversation as read up to an instant. */
export const useReads = (): readonly [Reads | undefined, (id: string, at: string) => void] => {
  const [reads, change] = usePreference(KEY, readReads)
  const first = reads === undefined
  useEffect(() => { if (first) change((old) => old ?? { since: new Date(Date.now() - FIRST_MS).toISOString(), upTo: {} }) }, [first, change])
  const mark = useCallback((id: string, at: string) => change((old) => old && withRead(old, id, at)), [change])
  return [reads, mark]
}
