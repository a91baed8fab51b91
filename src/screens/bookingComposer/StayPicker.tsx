import { Months } from '#engine/fields/dates/Months.tsx'
import { chosenDay, nightsOf, type Nights } from '#engine/fields/dates/range.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import css from './composer.module.css'

interface StayPickerProps {
  readonly nights: Nights
  /** Date at the hotel. */
  readonly today: string
  readonly error: string | undefined
  readonly onChange: (nights: Nights) => void
}

/** Range picker of a stay: arrival, then departure. */
export const StayPicker = ({ nights, today, error, onChange }: StayPickerProps) => {
  const { t } = useTranslation()
  const { day } = useFormat()
  const count = nightsOf(nights)
  return (
    <div role="group" aria-label={t('composer.stay')}>
      <div className={css.stayHead}>
        <span className={css.label}>
          {t('composer.stay')} <span className={css.star}>*</span>
        </span>
        <span className={css.range} role="status">
          {nights.from ? day(nights.from) : t('composer.chooseArrival')}
          {nights.from ? ' → ' : ''}
          {nights.from && !nights.until ? t('composer.chooseDeparture') : ''}
          {nights.until ? day(nights.until) : ''}
          {count ? ` · ${t('pages.nightsOf', { count })}` : ''}
        </span>
      </div>
      <div className={css.months}>
        <Months
          chosen={nights}
          today={today}
          count={2}
          stacked
          onPick={(day) => onChange(chosenDay(nights, day))}
          nameOf={(name, part) =>
            part === 'from'
              ? t('composer.arrival', { day: name })
              : t('composer.departure', { day: name })
          }
        />
      </div>
      {error ? (
        <p role="alert" className={css.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
