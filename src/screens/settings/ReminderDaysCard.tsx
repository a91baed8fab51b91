import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { latinDigits } from '#ui/digits.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

/** Days as typed, in any separator; what is not a number is refused by the server. */
const daysIn = (text: string): number[] =>
  latinDigits(text)
    .split(/[\s,;،]+/)
    .filter(Boolean)
    .map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : Number.NaN))

/** Days after the due day on which overdue invoices are reminded of. */
export const ReminderDaysCard = ({
  days,
  fields,
  onChange,
}: {
  readonly days: readonly number[]
  /** Messages by path, such as `reminderDays.0`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onChange: (days: readonly number[]) => void
}) => {
  const { t } = useTranslation()
  const [text, setText] = useState(days.join(', '))
  const [, error] = Object.entries(fields).find(([path]) => path.startsWith('reminderDays')) ?? []
  return (
    <Card title={t('settings.reminderDays')} text={t('settings.reminderDaysText')}>
      <div className={css.grid}>
        <TextInput
          label={t('settings.reminderDaysLabel')}
          description={t('settings.reminderDaysHint')}
          placeholder={t('settings.reminderDaysNone')}
          value={text}
          error={error}
          maxLength={60}
          autoComplete="off"
          onChange={(e) => {
            setText(e.currentTarget.value)
            onChange(daysIn(e.currentTarget.value))
          }}
        />
      </div>
    </Card>
  )
}
