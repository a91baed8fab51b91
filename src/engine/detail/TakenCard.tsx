import { useMemo } from 'react'
import type { RecordData } from '#data/types.ts'
import { chargedLines } from '#model/taken.ts'
import { label } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { TakenBack } from './layout.ts'
import css from './reading.module.css'

/** What was taken back of each line, beside the facts: units and amount. */
export const TakenCard = ({
  taken: { rows, field },
  record,
}: {
  readonly taken: TakenBack
  readonly record: RecordData
}) => {
  const format = useFormat()
  const lines = useMemo(
    () => chargedLines(rows, record).filter(({ taken }) => taken.amount > 0),
    [rows, record],
  )
  if (!lines.length) return null
  const title = label(field.label)
  return (
    <section className={css.card} aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      <dl className={css.lines}>
        {lines.map((line) => (
          <div key={line.line}>
            <dt>{line.labelled ? label(line.title) : line.title}</dt>
            <dd>
              {`${format.number(line.taken.quantity)} / ${format.number(line.quantity)} · `}
              {format.money({ amount: line.taken.amount, currency: line.currency })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
