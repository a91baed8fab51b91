import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import css from './days.module.css'

/** Names of the weekdays of dates. */
const weekdays = (days: readonly string[], language: string, style: 'short' | 'long'): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
  return days.map((day) => format.format(new Date(`${day}T00:00:00Z`)))
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
  /** Whole weeks, in order. */
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
  const week = days.slice(0, 7)
  const long = weekdays(week, i18n.language, 'long')
  const starts = days.filter((_, i) => i % 7 === 0)
  return (
    <div className={css.scroll} role="region" aria-label={name} tabIndex={0}>
      <table className={css.grid} aria-label={name}>
        <thead>
          <tr>
            {weekdays(week, i18n.language, 'short').map((text, i) => (
              <th key={text} scope="col" abbr={long[i]}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts.map((start) => {
            const from = days.indexOf(start)
            return (
              <tr key={start}>
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
