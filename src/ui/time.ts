/** Time on work screens: ticking clocks and short durations. */
import { useEffect, useState, useSyncExternalStore } from 'react'

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
const formatOf = (
  language: string,
  unit: string,
  unitDisplay: 'narrow' | 'short',
): Intl.NumberFormat => {
  const key = `${language} ${unit} ${unitDisplay}`
  let known = formats.get(key)
  if (!known) {
    formats.set(
      key,
      (known = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })),
    )
  }
  return known
}

type Display = 'narrow' | 'short'

/** A duration in its largest unit, with that unit's place in `units`. */
const inLargest = (span: number, language: string, display: Display) => {
  const at = units.findIndex(([, size]) => span >= size)
  const [unit, size] = units[at] ?? units.at(-1)!
  return { at, text: formatOf(language, unit, display).format(Math.floor(span / size)) }
}

/** A duration in its largest unit: `2d`, `3h`, `4m`. Less than a minute is `0m`. */
export const ageText = (ms: number, language: string): string =>
  inLargest(Math.max(0, ms), language, 'narrow').text

/**
 * A duration in its two largest units: `2d 5h`, `3h 12m`, `4m`, or `2 hr 5 min` with `short`; in
 * days only from ten days on. Less than a minute is `0m`.
 */
export const spanText = (ms: number, language: string, display: Display = 'narrow'): string => {
  const span = Math.max(0, ms)
  const { at, text } = inLargest(span, language, display)
  const first = units[at]
  const second = first && units[at + 1]
  // From ten days on, hours are not shown.
  const rest = second && span < 10 * 86_400_000 ? Math.floor((span % first[1]) / second[1]) : 0
  return second && rest ? `${text} ${formatOf(language, second[0], display).format(rest)}` : text
}

const tickers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** How often what is derived from the time is computed again. */
const TICK_MS = 10_000
const onTick = (fn: () => void): (() => void) => {
  tickers.add(fn)
  timer ??= setInterval(() => {
    for (const one of tickers) one()
  }, TICK_MS)
  return () => {
    tickers.delete(fn)
    if (tickers.size) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * A text or number derived from the current time in ms. One timer serves all, and a component
 * renders only when its own value changes.
 */
export const useTimed = <V extends string | number>(of: (now: number) => V): V =>
  useSyncExternalStore(onTick, () => of(Date.now()))
