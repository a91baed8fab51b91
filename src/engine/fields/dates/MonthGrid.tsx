import { daysOfMonth } from '../../list/layouts/months.ts'
import { useTranslation } from '#ui/i18n.ts'
import { partOf, weeksOfMonth, type Nights } from './range.ts'
import css from './months.module.css'

export type DayPart = ReturnType<typeof partOf>

interface MonthGridProps {
  /** `YYYY-MM`. */
  readonly month: string
  readonly nights: Nights
  readonly today: string
  /** The day in the Tab order. */
  readonly stop: string
  readonly onPick: (day: string) => void
  readonly onVisit: (day: string) => void
  /** Accessible name of a day that begins or ends the range. */
  readonly nameOf: (day: string, part: 'from' | 'until') => string
  /** Weekday in the first column: 1 = Monday … 7 = Sunday. */
  readonly first: number
}

// Any Monday; names of weekdays are formatted from it.
const MONDAY = Date.UTC(2026, 5, 1)
const DAY_MS = 86_400_000

/** The days of one month as buttons. */
export const MonthGrid = (props: MonthGridProps) => {
  const { month, nights, today, stop, onPick, onVisit, first } = props
  const { i18n } = useTranslation()
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' })
    return (ms: number) => format.format(ms)
  }
  const title = utc({ month: 'long', year: 'numeric' })(Date.parse(`${month}-01T00:00:00Z`))
  const [letter, number, long] = [
    utc({ weekday: 'narrow' }),
    utc({ day: 'numeric' }),
    utc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  ]
  const nameOf = (day: string, part: DayPart) => {
    const name = long(Date.parse(`${day}T00:00:00Z`))
    return part === 'from' || part === 'until' ? props.nameOf(name, part) : name
  }
  return (
    <table className={css.month}>
      <caption>{title}</caption>
      <thead aria-hidden>
        <tr>
          {Array.from({ length: 7 }, (_, i) => (
            <th key={i}>{letter(MONDAY + (i + first - 1) * DAY_MS)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(daysOfMonth(month), first).map((week, i) => (
          <tr key={i}>
            {week.map((day, n) => {
              if (!day) return <td key={n} />
              const part = partOf(nights, day)
              return (
                <td key={n} data-part={part} data-open={!nights.until || undefined}>
                  <button
                    type="button"
                    data-day={day}
                    className={css.day}
                    tabIndex={day === stop ? 0 : -1}
                    aria-pressed={part !== undefined}
                    aria-current={day === today ? 'date' : undefined}
                    data-past={day < today || undefined}
                    aria-label={nameOf(day, part)}
                    onFocus={() => onVisit(day)}
                    onClick={() => onPick(day)}
                  >
                    {number(Date.parse(`${day}T00:00:00Z`))}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
