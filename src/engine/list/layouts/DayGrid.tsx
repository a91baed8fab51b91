import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { weekday } from './days.ts'
import css from './days.module.css'

/** Names of the weekdays, Monday first: 1 January 2024 was a Monday. */
const weekdays = (language: string, style: 'short' | 'long'): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, i + 1)))
}

/** A month as a table of weeks; `cell` draws a day. */
export const DayGrid = ({
  days,
  month,
  today,
  name,
  over,
  cell,
}: {
  /** Whole weeks, Monday first. */
  readonly days: readonly string[]
  /** `YYYY-MM`. */
  readonly month: string
  readonly today: string
  readonly name: string
  /** The day a record would be dropped on. */
  readonly over: string | undefined
  readonly cell: (day: string) => ReactNode
}) => {
  const { i18n } = useTranslation()
  const long = weekdays(i18n.language, 'long')
  const weeks = days.filter((day) => weekday(day) === 1)
  return (
    <div className={css.scroll} role="region" aria-label={name} tabIndex={0}>
      <table className={css.grid} aria-label={name}>
        <thead>
          <tr>
            {weekdays(i18n.language, 'short').map((text, i) => (
              <th key={text} scope="col" abbr={long[i]}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((monday) => {
            const from = days.indexOf(monday)
            return (
              <tr key={monday}>
                {days.slice(from, from + 7).map((day) => (
                  <td
                    key={day}
                    data-day={day}
                    data-other={!day.startsWith(month) || undefined}
                    data-today={day === today || undefined}
                    data-over={day === over || undefined}
                  >
                    {cell(day)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
