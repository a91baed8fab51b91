import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { dayClass, type Booking, type CalendarRow } from './calendarParts.ts'
import { takenOn } from './stays.ts'
import { NightCell } from './NightCell.tsx'
import { isMarked, stayOfNights, type useNights } from './useNights.ts'
import css from './calendar.module.css'

/** Whether a day of a kind with a capacity is partly or fully occupied. */
const fullness = (taken: number | undefined, count: number | undefined) => {
  if (taken === undefined || count === undefined) return undefined
  if (taken >= count) return 'full'
  return taken > 0 ? 'some' : undefined
}

interface OccupancyProps {
  readonly days: readonly string[]
  readonly today: string
  readonly row: CalendarRow
  readonly book: Booking | undefined
  readonly nights: ReturnType<typeof useNights>
}

/** The name of a kind and how much of it is taken on each day. */
export const Occupancy = ({ days, today, row, book, nights }: OccupancyProps) => {
  const taken = row.taken ? takenOn(row.taken, days) : undefined
  return (
    <tr data-kind={row.key}>
      <th scope="rowgroup" rowSpan={2} className={css.kind}>
        <strong>{row.label || row.key}</strong>
        {row.label ? <span>{row.key}</span> : null}
      </th>
      {days.map((day, i) => (
        <td
          key={day}
          className={`${css.taken} ${dayClass(day, today)}`}
          data-full={fullness(taken?.[i], row.count)}
        >
          {taken ? (
            <Taken
              day={day}
              row={row}
              taken={taken[i]!}
              book={book}
              nights={nights}
              stop={i === 0}
            />
          ) : null}
        </td>
      ))}
    </tr>
  )
}

/** How much is taken on a day; a button where it can be booked. */
const Taken = ({
  day,
  row,
  taken,
  book,
  nights,
  stop,
}: Pick<OccupancyProps, 'row' | 'book' | 'nights'> & {
  readonly day: string
  readonly taken: number
  /** The first cell of the row is the stop of the tab key. */
  readonly stop: boolean
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { count } = row
  const name = format.day(day)
  const said =
    count === undefined
      ? t('layouts.taken', { day: name, taken })
      : t('layouts.free', { day: name, taken, count })
  const text = count === undefined ? taken : `${taken}/${count}`
  if (!book || count === undefined) {
    return (
      <>
        <span aria-hidden>{text}</span>
        <span className="visually-hidden">{said}</span>
      </>
    )
  }
  return (
    <NightCell
      kind={row.key}
      night={day}
      label={`${book.label}, ${name}: ${text}`}
      marked={isMarked(nights.marked, row.key, day)}
      stop={stop}
      onPointerDown={nights.start(row.key, day)}
      onChoose={() => book.run(row.key, day, stayOfNights({ from: day, to: day }).until)}
    >
      {text}
    </NightCell>
  )
}
