/** The weeks of a calendar, and the stays on its days. Pure. */
import { addDays, daysFrom, weekday } from './days.ts'

/** ISO week of a date. */
export const weekOf = (day: string): number => {
  const thursday = addDays(day, 4 - weekday(day))
  return 1 + Math.floor(daysFrom(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}
/** The weeks of the dates, Monday to Sunday: ISO week number and how many of the dates it has. */
export const weeksOf = (
  days: readonly string[],
): { readonly week: number; readonly count: number }[] => {
  const out: { week: number; count: number }[] = []
  for (const day of days) {
    const week = weekOf(day)
    const last = out.at(-1)
    if (last?.week === week) last.count++
    else out.push({ week, count: 1 })
  }
  return out
}

const compareDays = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Nights from `from` to `until`, the departure day. */
export interface Stay {
  readonly id: string
  readonly from: string
  readonly until: string
  readonly taken: number
}

/** One end of a stay. */
export type End = 'from' | 'until'

/**
 * The days of a stay that is dragged by some days, or one end of it: an end stays among the shown
 * days, and one night remains.
 */
export const draggedBy = (
  { from, until }: Pick<Stay, 'from' | 'until'>,
  end: End | undefined,
  by: number,
  days: readonly string[],
): Pick<Stay, 'from' | 'until'> => {
  const within = (day: string, first: string, last: string) => [first, day, last].sort()[1]!
  if (end === 'from') {
    return { from: within(addDays(from, by), days[0]!, addDays(until, -1)), until }
  }
  if (end === 'until') {
    return { from, until: within(addDays(until, by), addDays(from, 1), days.at(-1)!) }
  }
  return { from: addDays(from, by), until: addDays(until, by) }
}

/** How many places are taken on the night of each date. */
export const takenOn = (stays: readonly Stay[], days: readonly string[]): number[] =>
  days.map((day) =>
    stays.reduce((sum, s) => (s.from <= day && day < s.until ? sum + s.taken : sum), 0),
  )

/**
 * Assigns each stay a lane so that stays of a lane do not overlap; a departure and an arrival may
 * share a day.
 */
export const lanesOf = (
  stays: readonly Stay[],
): { readonly lane: ReadonlyMap<string, number>; readonly count: number } => {
  const lane = new Map<string, number>()
  const ends: string[] = []
  // Of stays that begin on one day, the longest comes first.
  for (const stay of [...stays].sort(
    (a, b) => compareDays(a.from, b.from) || compareDays(b.until, a.until),
  )) {
    const free = ends.findIndex((end) => end <= stay.from)
    const at = free < 0 ? ends.length : free
    ends[at] = stay.until
    lane.set(stay.id, at)
  }
  return { lane, count: ends.length }
}
