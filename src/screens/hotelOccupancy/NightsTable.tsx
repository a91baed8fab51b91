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

const nameOf = (
  t: Translate,
  day: string,
  type: string,
  taken: number,
  rooms: number,
  heat: string,
): string => {
  if (heat === 'over') return t('pages.nightOver', { day, type, count: taken - rooms })
  if (heat === 'closed') return t('pages.nightClosed', { day, type, count: taken })
  return t('pages.nightFree', { day, type, count: rooms - taken, rooms })
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
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const mayBook = useRights(bookings()).create && facts.open
  const book = (roomTypeCode: string, checkIn: string, checkOut: string): boolean =>
    compose(bookings(), new URLSearchParams({ hotel, roomTypeCode, checkIn, checkOut }).toString())
  const { marked, start } = useNights(book)
  const nights = Array.from({ length: facts.days }, (_, i) => addDays(facts.today, i))
  const rows: readonly TypeOccupancy[] =
    facts.types.length > 1 ? [sumOf(facts.types, facts.days), ...facts.types] : facts.types
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const f = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' })
    return (day: string) => f.format(new Date(`${day}T00:00:00Z`))
  }
  const [month, letter, number, long] = [
    utc({ month: 'long', year: 'numeric' }),
    utc({ weekday: 'narrow' }),
    utc({ day: 'numeric' }),
    utc({ weekday: 'short', day: 'numeric', month: 'short' }),
  ]
  const months = nights.reduce<{ name: string; count: number }[]>((out, day) => {
    const name = month(day)
    const last = out.at(-1)
    if (last?.name === name) last.count++
    else out.push({ name, count: 1 })
    return out
  }, [])
  const current = [Math.min(at[0], rows.length - 1), Math.min(at[1], nights.length - 1)] as const

  const go = (row: number, night: number) => {
    const next = [
      Math.max(0, Math.min(rows.length - 1, row)),
      Math.max(0, Math.min(nights.length - 1, night)),
    ] as const
    setAt(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join()}"]`)?.focus()
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const step = own(STEPS, e.key)
    const turned = step && getComputedStyle(e.currentTarget).direction === 'rtl' ? -1 : 1
    if (step) go(current[0] + step[0], current[1] + step[1] * turned)
    else if (e.key === 'Home') go(current[0], 0)
    else if (e.key === 'End') go(current[0], nights.length - 1)
    else return
    e.preventDefault()
  }
  return (
    <div className={css.scroll}>
      <table
        ref={table}
        className={css.table}
        aria-label={t('pages.occupancy')}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={css.type}>
              {t('pages.roomType')}
            </th>
            {months.map((m) => (
              <th key={m.name} scope="colgroup" colSpan={m.count} className={css.month}>
                <span>{m.name}</span>
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
                data-today={day === facts.today || undefined}
              >
                <span aria-hidden>
                  {letter(day)}
                  <br />
                  {number(day)}
                </span>
                <span className="visually-hidden">{long(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => {
            const name = row.code === '' ? t('pages.allRooms') : row.name || row.code
            return (
              <tr key={row.code} data-sum={row.code === '' || undefined}>
                <th scope="row" className={css.type}>
                  <span className={css.typeName}>{name}</span>
                  <span className={css.rooms}>
                    {row.rooms ? t('pages.rooms', { count: row.rooms }) : t('pages.noRooms')}
                  </span>
                </th>
                {nights.map((day, n) => {
                  const taken = row.taken[n] ?? 0
                  const heat = heatOf(taken, row.rooms, facts.open)
                  const said = nameOf(t, long(day), name, taken, row.rooms, heat)
                  const bookable = mayBook && row.code !== '' && row.rooms > 0
                  return (
                    <td
                      key={day}
                      data-heat={heat}
                      data-marked={isMarked(marked, row.code, day) || undefined}
                    >
                      <AddressLink
                        address={addressOf(listLink('bookings', guestsOf(hotel, day, row.code)))}
                        data-at={`${r},${n}`}
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
                        tabIndex={current[0] === r && current[1] === n ? 0 : -1}
                        onFocus={() => setAt([r, n])}
                        aria-label={said}
                        title={said}
                      >
                        {heat === 'closed' && !taken
                          ? '×'
                          : format.number(heat === 'closed' ? taken : row.rooms - taken)}
                      </AddressLink>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
