import type { ReactNode } from 'react'
import type { RecordData } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import css from './days.module.css'

/** The days that have records, below one another. */
export const Agenda = ({
  days,
  today,
  many,
  byDay,
  recordsOf,
}: {
  readonly days: readonly string[]
  readonly today: string
  /** Name of the records, inside a sentence. */
  readonly many: string
  readonly byDay: ReadonlyMap<string, readonly RecordData[]>
  readonly recordsOf: (day: string) => ReactNode
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const filled = days.filter((day) => byDay.has(day))
  if (!filled.length) return <p className={css.none}>{t('layouts.noneInMonth', { many })}</p>
  return (
    <div className={css.agenda}>
      {filled.map((day) => (
        <section key={day} data-day={day} aria-label={format.day(day)}>
          <h3 data-today={day === today || undefined}>{format.day(day)}</h3>
          {recordsOf(day)}
        </section>
      ))}
    </div>
  )
}
