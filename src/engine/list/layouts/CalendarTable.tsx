import { Fragment, useEffect, useRef } from 'react'
import type { RecordData } from '#data/types.ts'
import type { Tone } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { daysFrom, lanesOf, takenOn, weekday, weeksOf, type Stay } from './days.ts'
import { NightCell } from './NightCell.tsx'
import { under, useDrag, type Point } from './useDrag.ts'
import { isMarked, stayOfNights, useNights } from './useNights.ts'
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
  readonly pending: boolean
}
/** One kind of place: its capacity, its occupancy, and the shown stays. */
export interface CalendarRow {
  readonly key: string
  readonly label: string
  readonly count: number | undefined
  readonly taken: readonly Stay[] | undefined
  readonly bars: readonly Bar[]
}

interface Place {
  readonly days: number
  readonly kind: string
}
interface CalendarTableProps {
  readonly label: string
  readonly days: readonly string[]
  readonly today: string
  readonly rows: readonly CalendarRow[]
  readonly entriesOf: (bar: Bar) => readonly MenuEntry[]
  readonly onMove: (bar: Bar, days: number, kind: string) => void
  /** Books nights of a kind; without it they are only shown. */
  readonly book?: {
    readonly label: string
    readonly run: (kind: string, from: string, until: string) => void
  }
}

const LANE_PX = 28
const SATURDAY = 6
const rtl = () => document.documentElement.dir === 'rtl'

/** Whether a day of a kind with a capacity is partly or fully occupied. */
const fullness = (taken: number | undefined, count: number | undefined) => {
  if (taken === undefined || count === undefined) return undefined
  if (taken >= count) return 'full'
  return taken > 0 ? 'some' : undefined
}

/**
 * Days as columns, kinds of places as rows. A bar begins at noon of its first day and ends at noon
 * of its last.
 */
export const CalendarTable = ({
  label,
  days,
  today,
  rows,
  entriesOf,
  onMove,
  book,
}: CalendarTableProps) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLTableRowElement>(null)
  // On a narrow screen the first day of interest is out of view.
  useEffect(() => {
    const cell = head.current?.querySelector('[aria-current=date]')?.getBoundingClientRect()
    const box = scroller.current?.getBoundingClientRect()
    if (cell && box) {
      scroller.current?.scrollBy?.({ left: cell.left + cell.width / 2 - box.left - box.width / 2 })
    }
  }, [days])
  const dayPx = () => head.current?.lastElementChild?.getBoundingClientRect().width ?? 1
  const { drag, start } = useDrag<Bar, Place>({
    placeAt: (_, at: Point, by: Point) => {
      const kind = under(at, '[data-kind]')?.dataset.kind
      return kind === undefined
        ? undefined
        : { days: Math.round(((rtl() ? -1 : 1) * by.x) / dayPx()), kind }
    },
    drop: (bar, { days: by, kind }) => onMove(bar, by, kind),
  })
  const nights = useNights((kind, from, until) => book?.run(kind, from, until))
  const short = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow', timeZone: 'UTC' })
  const first = days[0]!
  const share = (from: number) => `${(100 * from) / days.length}%`
  const dayClass = (day: string) =>
    `${weekday(day) >= SATURDAY ? css.weekend : ''} ${day === today ? css.today : ''}`
  return (
    <div
      ref={scroller}
      className={css.scroll}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-dragging={drag !== undefined || undefined}
    >
      <table className={css.table} style={{ minInlineSize: 160 + 36 * days.length }}>
        <caption className="visually-hidden">{label}</caption>
        <colgroup>
          <col style={{ width: 160 }} />
          {days.map((day) => (
            <col key={day} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td className={css.corner} />
            {weeksOf(days).map(({ week, count }, i) => (
              <th key={i} scope="colgroup" colSpan={count} className={css.week}>
                {count > 1 ? t('layouts.week', { week }) : null}
              </th>
            ))}
          </tr>
          <tr ref={head}>
            <td className={css.corner} />
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={`${css.day} ${dayClass(day)}`}
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
        <tbody>
          {rows.map((row) => {
            const { lane, count: lanes } = lanesOf(row.bars)
            const taken = row.taken ? takenOn(row.taken, days) : undefined
            return (
              <Fragment key={row.key}>
                <tr data-kind={row.key}>
                  <th scope="rowgroup" rowSpan={2} className={css.kind}>
                    <strong>{row.label || row.key}</strong>
                    {row.label ? <span>{row.key}</span> : null}
                  </th>
                  {days.map((day, i) => (
                    <td
                      key={day}
                      className={`${css.taken} ${dayClass(day)}`}
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
                <tr
                  data-kind={row.key}
                  data-over={
                    drag?.place && drag.place.kind === row.key && drag.thing.row ? '' : undefined
                  }
                >
                  <td colSpan={days.length} className={css.lanes}>
                    <div
                      className={css.stays}
                      style={{ blockSize: Math.max(1, lanes) * LANE_PX + 8 }}
                    >
                      {days.includes(today) ? (
                        <span
                          className={css.now}
                          style={{
                            insetInlineStart: share(daysFrom(first, today)),
                            inlineSize: share(1),
                          }}
                          aria-hidden
                        />
                      ) : null}
                      <ul
                        className={css.bars}
                        aria-label={t('layouts.stays', {
                          label: row.label || row.key,
                          count: row.bars.length,
                        })}
                      >
                        {row.bars.map((bar) => {
                          const begin = Math.max(0, daysFrom(first, bar.from) + 0.5)
                          const end = Math.min(days.length, daysFrom(first, bar.until) + 0.5)
                          const moving = drag?.thing.id === bar.id
                          const shift = moving
                            ? { transform: `translate(${drag.by.x}px, ${drag.by.y}px)` }
                            : {}
                          return (
                            <li
                              key={bar.id}
                              className={css.place}
                              style={{
                                insetInlineStart: share(begin),
                                inlineSize: share(Math.max(0.5, end - begin)),
                                insetBlockStart: 4 + (lane.get(bar.id) ?? 0) * LANE_PX,
                                ...shift,
                              }}
                              data-moving={moving || undefined}
                            >
                              <Menu
                                label={t('list.actionsFor', { title: bar.title })}
                                items={() => entriesOf(bar)}
                              >
                                {(trigger) => (
                                  <button
                                    type="button"
                                    {...trigger}
                                    className={css.stay}
                                    data-tone={bar.tone}
                                    data-solid={bar.solid || undefined}
                                    data-movable={bar.movable || undefined}
                                    data-pending={bar.pending || undefined}
                                    aria-label={bar.name}
                                    title={bar.name}
                                    onPointerDown={bar.movable ? start(bar) : undefined}
                                  >
                                    {bar.text}
                                  </button>
                                )}
                              </Menu>
                            </li>
                          )
                        })}
                      </ul>
                    </div>
                  </td>
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
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
}: {
  readonly day: string
  readonly row: CalendarRow
  readonly taken: number
  readonly book: CalendarTableProps['book']
  readonly nights: ReturnType<typeof useNights>
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
