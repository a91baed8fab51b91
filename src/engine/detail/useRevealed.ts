import { useCallback, useEffect, useRef, useState } from 'react'
import type { RecordData } from '#data/types.ts'
import type { Json } from '#model/types.ts'

/** How long a revealed value stays on the screen. */
export const SHOWN_MS = 60_000

/** Values of sensitive fields on the screen, for a short time and nowhere else. */
export interface Revealed {
  readonly values: Readonly<Record<string, Json>>
  show(field: string, value: Json): void
  hide(field: string): void
}

/** Revealed values of one record; a changed record hides them all. */
export const useRevealed = ({ version }: RecordData): Revealed => {
  const [shown, setShown] = useState<{ version: number; values: Record<string, Json> }>()
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  const hide = useCallback((field: string) => {
    clearTimeout(timers.current.get(field))
    setShown((now) => {
      if (!now) return now
      const { [field]: _, ...values } = now.values
      return { ...now, values }
    })
  }, [])
  const show = (field: string, value: Json) => {
    clearTimeout(timers.current.get(field))
    timers.current.set(
      field,
      setTimeout(() => hide(field), SHOWN_MS),
    )
    setShown((now) => ({
      version,
      values: { ...(now?.version === version ? now.values : {}), [field]: value },
    }))
  }
  return { values: shown?.version === version ? shown.values : {}, show, hide }
}
