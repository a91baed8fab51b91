/** Time on work screens: a ticking clock and short durations. */
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * Current time in ms, updated every minute (or `everyMs`), so that durations on screen stay
 * current.
 */
export const useNow = (everyMs = MINUTE_MS): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const
const formats = new Map<string, Intl.NumberFormat>()
const formatOf = (language: string, unit: string): Intl.NumberFormat => {
  const key = `${language} ${unit}`
  let known = formats.get(key)
  if (!known) {
    formats.set(
      key,
      (known = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' })),
    )
  }
  return known
}

/**
 * A duration in its two largest units: `2d 5h`, `3h 12m`, `4m`; in days only from ten days on. Less
 * than a minute is `0m`.
 */
export const spanText = (ms: number, language: string): string => {
  const span = Math.max(0, ms)
  const first = units.findIndex(([, size]) => span >= size)
  if (first < 0) return formatOf(language, 'minute').format(0)
  const [unit, size] = units[first]!
  const text = formatOf(language, unit).format(Math.floor(span / size))
  const second = units[first + 1]
  // From ten days on, hours are not shown.
  const rest = second && span < 10 * 86_400_000 ? Math.floor((span % size) / second[1]) : 0
  return second && rest ? `${text} ${formatOf(language, second[0]).format(rest)}` : text
}
