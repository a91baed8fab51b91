import { spanText } from '#ui/time.ts'

const HOUR_MS = 3_600_000
const two = new Map<string, Intl.NumberFormat>()
const twoDigits = (language: string): Intl.NumberFormat => {
  let known = two.get(language)
  if (!known) {
    two.set(language, (known = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 })))
  }
  return known
}

/** Remaining time as shown: minutes and seconds below an hour, else the two largest units. */
export const leftText = (ms: number, language: string): string => {
  const span = Math.max(0, ms)
  if (span >= HOUR_MS) return spanText(span, language)
  const seconds = Math.floor(span / 1000)
  return `${twoDigits(language).format(Math.floor(seconds / 60))}:${twoDigits(language).format(seconds % 60)}`
}
