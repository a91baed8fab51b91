import type { RecordData } from '#data/types.ts'
import type { Tone } from '#ui/Badge.tsx'
import { weekday } from './days.ts'
import type { End, Stay } from './stays.ts'
import css from './calendar.module.css'

/** A stay as rendered. */
export interface Bar extends Stay {
  readonly row: RecordData
  readonly title: string
  /** What the bar shows: the title, or the name of a related record. */
  readonly text: string
  /** Accessible name, since its position is only visual. */
  readonly name: string
  readonly tone: Tone
  /** Drawn solid, unlike another state of the same tone. */
  readonly solid: boolean
  readonly movable: boolean
  /** Ends that may be dragged. */
  readonly ends: readonly End[]
  readonly pending: boolean
}
/** What is dragged: a bar of a kind, or one end of it. */
export interface Grip {
  readonly bar: Bar
  readonly kind: string
  readonly end?: End
}
/** One kind of place: its capacity, its occupancy, and the shown stays. */
export interface CalendarRow {
  readonly key: string
  readonly label: string
  readonly count: number | undefined
  readonly taken: readonly Stay[] | undefined
  readonly bars: readonly Bar[]
}

/** Books nights of a kind. */
export interface Booking {
  readonly label: string
  readonly run: (kind: string, from: string, until: string) => void
}

/** Where a bar would be dropped: its kind and its days. */
export interface Place extends Pick<Stay, 'from' | 'until'> {
  readonly kind: string
}

const SATURDAY = 6

/** Class names of a day: a day of the weekend, today. */
export const dayClass = (day: string, today: string): string =>
  `${weekday(day) >= SATURDAY ? css.weekend : ''} ${day === today ? css.today : ''}`
