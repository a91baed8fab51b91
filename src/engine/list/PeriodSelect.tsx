import { useTranslation } from '#ui/i18n.ts'
import { periodChoices } from './periods.ts'
import css from './panel.module.css'

/** A period such as the last seven days, or none, for days of one's own. */
export const PeriodSelect = ({
  value,
  onChange,
}: {
  /** Empty: none. */
  readonly value: string
  readonly onChange: (period: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <select
      className={css.input}
      aria-label={t('list.periods')}
      value={value}
      onChange={(e) => onChange(e.currentTarget.value)}
    >
      <option value="">{t('list.ownDays')}</option>
      {periodChoices().map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  )
}
