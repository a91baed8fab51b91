import { Fragment, Suspense, useEffect, useRef, type Ref } from 'react'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import type { MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { Bars } from './Bars.tsx'
import {
  dayClass,
  type Bar,
  type Booking,
  type CalendarRow,
  type Grip,
  type Place,
} from './calendarParts.ts'
import { draggedBy, weeksOf } from './stays.ts'
import { Occupancy } from './Occupancy.tsx'
import { under } from './under.ts'
import { useDrag, type Point } from './useDrag.ts'
import { useNights } from './useNights.ts'
import { usePointed } from './usePointed.ts'
import css from './calendar.module.css'

const StayCard = lazyPart(async () => (await import('./StayCard.tsx')).StayCard)

interface CalendarTableProps {
  readonly resource: ResourceModel
  readonly label: string
  readonly days: readonly string[]
  readonly today: string
  readonly rows: readonly CalendarRow[]
  readonly entriesOf: (bar: Bar) => readonly MenuEntry[]
  readonly onMove: (grip: Grip, place: Place) => void
  /** Without it nights are only shown. */
  readonly book?: Booking
}

const rtl = () => document.documentElement.dir === 'rtl'

/** Weeks and days. */
const CalendarHead = ({
  days,
  today,
  daysRow,
}: {
  readonly days: readonly string[]
  readonly today: string
  readonly daysRow: Ref<HTMLTableRowElement>
}) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const short = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow', timeZone: 'UTC' })
  return (
    <thead>
      <tr>
        <td className={css.corner} />
        {weeksOf(days).map(({ week, count }, i) => (
          <th key={i} scope="colgroup" colSpan={count} className={css.week}>
            {count > 1 ? <span>{t('layouts.week', { week })}</span> : null}
          </th>
        ))}
      </tr>
      <tr ref={daysRow}>
        <td className={css.corner} />
        {days.map((day) => (
          <th
            key={day}
            scope="col"
            className={`${css.day} ${dayClass(day, today)}`}
            aria-current={day === today ? 'date' : undefined}
          >
            <span aria-hidden>
              {short.format(new Date(`${day}T00:00:00Z`))}
              <b>{Number(day.slice(8))}</b>
            </span>
            <span className="visually-hidden">
              {format.day(day)}
              {day === today ? `, ${t('layouts.today')}` : ''}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** On a narrow screen, brings today into view: the first day of interest may be outside. */
const useTodayInView = (days: readonly string[]) => {
  const scroller = useRef<HTMLDivElement>(null)
  const daysRow = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    const cell = daysRow.current?.querySelector('[aria-current=date]')?.getBoundingClientRect()
    const box = scroller.current?.getBoundingClientRect()
    if (cell && box) {
      scroller.current?.scrollBy?.({ left: cell.left + cell.width / 2 - box.left - box.width / 2 })
    }
  }, [days])
  return { scroller, daysRow }
}

/**
 * Days as columns, kinds of places as rows. A bar begins at noon of its first day and ends at noon
 * of its last.
 */
export const CalendarTable = ({
  resource,
  label,
  days,
  today,
  rows,
  entriesOf,
  onMove,
  book,
}: CalendarTableProps) => {
  const { scroller, daysRow } = useTodayInView(days)
  const dayPx = () => daysRow.current?.lastElementChild?.getBoundingClientRect().width ?? 1
  const { drag, start } = useDrag<Grip, Place>({
    placeAt: ({ bar, end, kind: own }, at: Point, by: Point) => {
      const kind = end ? own : under(at, '[data-kind]')?.dataset.kind
      if (kind === undefined) return undefined
      const steps = Math.round(((rtl() ? -1 : 1) * by.x) / dayPx())
      return { kind, ...draggedBy(bar, end, steps, days) }
    },
    drop: onMove,
  })
  const { pointed, ...pointing } = usePointed()
  const nights = useNights((kind, from, until) => book?.run(kind, from, until))
  return (
    <div
      ref={scroller}
      className={css.scroll}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-dragging={drag ? (drag.thing.end ?? '') : undefined}
    >
      <table
        className={css.table}
        style={{ minInlineSize: `calc(var(--kinds) + ${36 * days.length}px)` }}
      >
        <caption className="visually-hidden">{label}</caption>
        <colgroup>
          <col style={{ width: 'var(--kinds)' }} />
          {days.map((day) => (
            <col key={day} />
          ))}
        </colgroup>
        <CalendarHead {...{ days, today, daysRow }} />
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.key}>
              <Occupancy {...{ days, today, row, book, nights }} />
              <Bars {...{ days, today, row, drag, start, entriesOf, pointing }} />
            </Fragment>
          ))}
        </tbody>
      </table>
      {pointed && !drag ? (
        <Suspense>
          <StayCard resource={resource} pointed={pointed} />
        </Suspense>
      ) : null}
    </div>
  )
}
