import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { periodChoices } from './periods.ts'

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
    <Select
      aria-label={t('list.periods')}
      value={value}
      onChange={(e) => onChange(e.currentTarget.value)}
      data={periodChoices().map((choice) => ({ value: choice.value, label: choice.text }))}
    >
      <option value="">{t('list.ownDays')}</option>
    </Select>
  )
}
