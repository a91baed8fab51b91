/** Who else is on a record. */
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

/** One who says nothing for this long has left, whatever became of their `gone`. */
const hereMs = 45_000
const typingMs = 6000
const beatMs = 20_000

interface Heard extends Other {
  readonly hereUntil: number
  readonly typingUntil: number
}
/** People by id. */
export type Known = ReadonlyMap<string, Heard>

/**
 * What is known after a signal. Times are of this browser's steady clock, in ms: neither its nor
 * the server's wall clock matters.
 */
export const heard = (known: Known, { kind, by }: Signal, now: number): Known => {
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

/** What is still true; the same object when nothing ended. */
export const stillHere = (known: Known, now: number): Known => {
  const kept = [...known.values()].flatMap((p): Heard[] => {
    if (p.hereUntil <= now) return []
    return p.typing && p.typingUntil <= now ? [{ ...p, typing: false }] : [p]
  })
  return kept.length === known.size && kept.every((p) => known.get(p.id) === p)
    ? known
    : new Map(kept.map((p) => [p.id, p]))
}

/** When the next thing that is known ends; Infinity for never. */
const nextEnd = (known: Known): number =>
  Math.min(
    ...[...known.values()].flatMap((p) =>
      p.typing ? [p.hereUntil, p.typingUntil] : [p.hereUntil],
    ),
  )

const nobody: Known = new Map()

/** The people on a record besides oneself, as they come and go. It only listens; see `useHere`. */
export const useOthersHere = (collection: string, id: string): readonly Other[] => {
  const me = useMe().person?.id
  const [known, setKnown] = useState(nobody)
  useEffect(() => {
    setKnown(nobody)
    return onSignal((signal) => {
      if (signal.collection === collection && signal.id === id && signal.by.id !== me) {
        setKnown((was) => heard(was, signal, performance.now()))
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
 * Says that this person is on a record, as long as the component is mounted and its tab visible.
 */
export const useHere = (
  collection: string,
  id: string,
  doing: 'here' | 'editing' = 'here',
): void => {
  const me = useMe().person?.id
  useEffect(() => {
    /** Those who were answered, until they would be forgotten. */
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
        // A tab that is closed does not take its person's other tabs with it.
        if (kind === 'gone') say()
      } else if (kind === 'gone') met.delete(by.id)
      else {
        // One who comes learns at once who is there, and what they do.
        if ((met.get(by.id) ?? 0) <= now) {
          say()
          repeatTyping(collection, id)
        }
        met.set(by.id, now + hereMs)
      }
    })
    // The answers to the first word must find this tab listening.
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
