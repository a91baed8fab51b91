import { own } from '#schemas/define/own.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { AddressLink } from '#engine/links.tsx'
import { compose } from '#engine/composers.ts'
import { addDays, weekday } from '#engine/list/layouts/days.ts'
import { isMarked, stayOfNights, useNights } from '#engine/list/layouts/useNights.ts'
import { useRights } from '#engine/resource.ts'
import { useTranslation, type Translate } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { guestsOf, heatOf, sumOf, type Occupancy, type TypeOccupancy } from './nights.ts'
import { addressOf, listLink } from '../shared/links.ts'
import { bookings } from '../shared/resources.ts'
import css from './occupancy.module.css'

const SATURDAY = 6
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
}

interface NightFacts {
  readonly day: string
  readonly type: string
  readonly taken: number
  readonly rooms: number
  readonly heat: string
}

const nameOf = (t: Translate, { day, type, taken, rooms, heat }: NightFacts): string => {
  if (heat === 'over') return t('pages.nightOver', { day, type, count: taken - rooms })
  if (heat === 'closed') return t('pages.nightClosed', { day, type, count: taken })
  return t('pages.nightFree', { day, type, count: rooms - taken, rooms })
}

/** How the days of the table are written. */
const useDayNames = () => {
  const { i18n } = useTranslation()
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const f = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' })
    return (day: string) => f.format(new Date(`${day}T00:00:00Z`))
  }
  return {
    month: utc({ month: 'long', year: 'numeric' }),
    shortMonth: utc({ month: 'short' }),
    letter: utc({ weekday: 'narrow' }),
    number: utc({ day: 'numeric' }),
    long: utc({ weekday: 'short', day: 'numeric', month: 'short' }),
  }
}
type DayNames = ReturnType<typeof useDayNames>

/** The long name of a month is as wide as this many nights. */
const LONG_NAME_NIGHTS = 5

/** Months of the nights, each with its number of nights. */
const monthsOf = (nights: readonly string[], { month, shortMonth }: DayNames) =>
  nights
    .reduce<{ name: string; day: string; count: number }[]>((out, day) => {
      const name = month(day)
      const last = out.at(-1)
      if (last?.name === name) last.count++
      else out.push({ name, day, count: 1 })
      return out
    }, [])
    .map((m) => ({ ...m, shown: m.count < LONG_NAME_NIGHTS ? shortMonth(m.day) : m.name }))

/** One cell is reached by Tab, the others by arrow keys, Home and End. */
const useCellFocus = (rows: number, nights: number) => {
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const current = [Math.min(at[0], rows - 1), Math.min(at[1], nights - 1)] as const
  const go = (row: number, night: number) => {
    const next = [
      Math.max(0, Math.min(rows - 1, row)),
      Math.max(0, Math.min(nights - 1, night)),
    ] as const
    setAt(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join()}"]`)?.focus()
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const step = own(STEPS, e.key)
    const turned = step && getComputedStyle(e.currentTarget).direction === 'rtl' ? -1 : 1
    if (step) go(current[0] + step[0], current[1] + step[1] * turned)
    else if (e.key === 'Home') go(current[0], 0)
    else if (e.key === 'End') go(current[0], nights - 1)
    else return
    e.preventDefault()
  }
  return { table, current, setAt, onKeyDown }
}

const Header = ({
  nights,
  today,
  names,
}: {
  readonly nights: readonly string[]
  readonly today: string
  readonly names: DayNames
}) => {
  const { t } = useTranslation()
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className={css.type}>
          {t('pages.roomType')}
        </th>
        {monthsOf(nights, names).map((m) => (
          <th
            key={m.name}
            scope="colgroup"
            colSpan={m.count}
            className={css.month}
            aria-label={m.name}
          >
            <span>{m.shown}</span>
          </th>
        ))}
      </tr>
      <tr>
        {nights.map((day) => (
          <th
            key={day}
            scope="col"
            className={css.day}
            data-weekend={weekday(day) >= SATURDAY || undefined}
            data-today={day === today || undefined}
          >
            <span aria-hidden>
              {names.letter(day)}
              <br />
              {names.number(day)}
            </span>
            <span className="visually-hidden">{names.long(day)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface Booking {
  readonly hotel: string
  readonly mayBook: boolean
  readonly book: (roomTypeCode: string, checkIn: string, checkOut: string) => boolean
  readonly marked: ReturnType<typeof useNights>['marked']
  readonly start: ReturnType<typeof useNights>['start']
}

interface NightProps {
  readonly booking: Booking
  readonly row: TypeOccupancy
  /** Its name as shown in the first column. */
  readonly type: string
  readonly day: string
  /** Row and column. */
  readonly at: readonly [number, number]
  readonly open: boolean
  readonly focusable: boolean
  readonly onFocus: () => void
  readonly names: DayNames
}

const Night = ({ booking, row, type, day, at, open, ...props }: NightProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { hotel, mayBook, book, marked, start } = booking
  const taken = row.taken[at[1]] ?? 0
  const heat = heatOf(taken, row.rooms, open)
  const said = nameOf(t, { day: props.names.long(day), type, taken, rooms: row.rooms, heat })
  const bookable = mayBook && row.code !== '' && row.rooms > 0
  return (
    <td data-heat={heat} data-marked={isMarked(marked, row.code, day) || undefined}>
      <AddressLink
        address={addressOf(listLink('bookings', guestsOf(hotel, day, row.code)))}
        data-at={at.join()}
        data-night={bookable ? day : undefined}
        data-of={row.code}
        draggable={false}
        onPointerDown={bookable ? start(row.code, day) : undefined}
        onClick={(e) => {
          // A night with guests leads to them, a free one to a booking.
          if (!bookable || taken || e.ctrlKey || e.metaKey || e.shiftKey) return
          const { from, until } = stayOfNights({ from: day, to: day })
          if (book(row.code, from, until)) e.preventDefault()
        }}
        tabIndex={props.focusable ? 0 : -1}
        onFocus={props.onFocus}
        aria-label={said}
        title={said}
      >
        {heat === 'closed' && !taken
          ? '×'
          : format.number(heat === 'closed' ? taken : row.rooms - taken)}
      </AddressLink>
    </td>
  )
}

/**
 * A row per room type and a column per night; every night links to its guests. Tab reaches one
 * night, arrow keys the others.
 */
export const NightsTable = ({
  hotel,
  facts,
}: {
  readonly hotel: string
  readonly facts: Occupancy
}) => {
  const { t } = useTranslation()
  const names = useDayNames()
  const mayBook = useRights(bookings()).create && facts.open
  const book: Booking['book'] = (roomTypeCode, checkIn, checkOut) =>
    compose(bookings(), new URLSearchParams({ hotel, roomTypeCode, checkIn, checkOut }).toString())
  const booking: Booking = { hotel, mayBook, book, ...useNights(book) }
  const nights = Array.from({ length: facts.days }, (_, i) => addDays(facts.today, i))
  const rows: readonly TypeOccupancy[] =
    facts.types.length > 1 ? [sumOf(facts.types, facts.days), ...facts.types] : facts.types
  const { table, current, setAt, onKeyDown } = useCellFocus(rows.length, nights.length)
  return (
    <div className={css.scroll}>
      <table
        ref={table}
        className={css.table}
        aria-label={t('pages.occupancy')}
        onKeyDown={onKeyDown}
      >
        <Header nights={nights} today={facts.today} names={names} />
        <tbody>
          {rows.map((row, r) => {
            const type = row.code === '' ? t('pages.allRooms') : row.name || row.code
            return (
              <tr key={row.code} data-sum={row.code === '' || undefined}>
                <th scope="row" className={css.type}>
                  <span className={css.typeName}>{type}</span>
                  <span className={css.rooms}>
                    {row.rooms ? t('pages.rooms', { count: row.rooms }) : t('pages.noRooms')}
                  </span>
                </th>
                {nights.map((day, n) => (
                  <Night
                    key={day}
                    {...{ booking, row, type, day, names }}
                    at={[r, n]}
                    open={facts.open}
                    focusable={current[0] === r && current[1] === n}
                    onFocus={() => setAt([r, n])}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
