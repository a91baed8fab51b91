/** Tracks who else is on a record. */
import { useEffect, useState } from 'react'
import { useMe } from './me.ts'
import { onEvent } from './events.ts'
import { started } from './queries.ts'
import { onSignal, repeatTyping, sendSignal, type Signal } from './signals.ts'

/** Another person on a record. */
export interface Other {
  readonly id: string
  readonly name: string
  readonly editing: boolean
  readonly typing: boolean
}

/** A person without a signal for this long has left, even if their `gone` was lost. */
const hereMs = 45_000
const typingMs = 6000
const beatMs = 20_000

interface Seen extends Other {
  readonly hereUntil: number
  readonly typingUntil: number
}
/** People by id. */
export type Known = ReadonlyMap<string, Seen>

/**
 * The state after a signal. Times are of the browser's monotonic clock in ms, independent of any
 * wall clock.
 */
export const received = (known: Known, { kind, by }: Signal, now: number): Known => {
  const next = new Map(known)
  const before = known.get(by.id)
  if (kind === 'gone') next.delete(by.id)
  else {
    next.set(by.id, {
      id: by.id,
      name: by.name,
      editing: kind === 'typing' ? (before?.editing ?? false) : kind === 'editing',
      typing: kind === 'typing' || (before?.typing ?? false),
      hereUntil: now + hereMs,
      typingUntil: kind === 'typing' ? now + typingMs : (before?.typingUntil ?? 0),
    })
  }
  return next
}

/** Drops expired people; the same object when nothing expired. */
export const stillHere = (known: Known, now: number): Known => {
  const kept = [...known.values()].flatMap((p): Seen[] => {
    if (p.hereUntil <= now) return []
    return p.typing && p.typingUntil <= now ? [{ ...p, typing: false }] : [p]
  })
  return kept.length === known.size && kept.every((p) => known.get(p.id) === p)
    ? known
    : new Map(kept.map((p) => [p.id, p]))
}

/** When the next entry expires; Infinity for never. */
const nextEnd = (known: Known): number =>
  Math.min(
    ...[...known.values()].flatMap((p) =>
      p.typing ? [p.hereUntil, p.typingUntil] : [p.hereUntil],
    ),
  )

const nobody: Known = new Map()

/** The other people on a record, updated as they come and go. It only listens; see `useHere`. */
export const useOthersHere = (collection: string, id: string): readonly Other[] => {
  const me = useMe().person?.id
  const [known, setKnown] = useState(nobody)
  useEffect(() => {
    setKnown(nobody)
    return onSignal((signal) => {
      if (signal.collection === collection && signal.id === id && signal.by.id !== me) {
        setKnown((was) => received(was, signal, performance.now()))
      }
    })
  }, [collection, id, me])
  useEffect(() => {
    const end = nextEnd(known)
    if (end === Infinity) return
    const timer = setTimeout(
      () => setKnown((was) => stillHere(was, performance.now())),
      end - performance.now() + 20,
    )
    return () => clearTimeout(timer)
  }, [known])
  return [...known.values()]
}

/**
 * Announces that this person is on a record, while the component is mounted and its tab visible.
 */
export const useHere = (
  collection: string,
  id: string,
  doing: 'here' | 'editing' = 'here',
): void => {
  const me = useMe().person?.id
  useEffect(() => {
    /** People already responded to, until their entry expires. */
    const met = new Map<string, number>()
    const say = () => {
      if (document.visibilityState === 'visible') sendSignal(collection, id, doing)
    }
    const leave = () => sendSignal(collection, id, 'gone', true)
    const stop = onSignal((signal) => {
      if (signal.collection !== collection || signal.id !== id) return
      const { by, kind } = signal
      const now = performance.now()
      if (by.id === me) {
        // Closing one tab must not remove the person's other tabs.
        if (kind === 'gone') say()
      } else if (kind === 'gone') met.delete(by.id)
      else {
        // A newcomer learns at once who is there and what they do.
        if ((met.get(by.id) ?? 0) <= now) {
          say()
          repeatTyping(collection, id)
        }
        met.set(by.id, now + hereMs)
      }
    })
    // This tab must be listening when the responses to the first signal arrive.
    if (started.live) say()
    const stopReady = onEvent('ready', say)
    const timer = setInterval(say, beatMs)
    document.addEventListener('visibilitychange', say)
    window.addEventListener('pagehide', leave)
    return () => {
      stop()
      stopReady()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
      window.removeEventListener('pagehide', leave)
      sendSignal(collection, id, 'gone')
    }
  }, [collection, id, doing, me])
}
