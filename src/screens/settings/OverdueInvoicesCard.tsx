import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { latinDigits } from '#ui/digits.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { Organisation } from './api.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

/** Days as typed, in any separator; what is not a number is refused by the server. */
const daysIn = (text: string): number[] =>
  latinDigits(text)
    .split(/[\s,;،]+/)
    .filter(Boolean)
    .map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : Number.NaN))

type Days = Pick<Organisation, 'attemptDays' | 'reminderDays'>

interface Props {
  readonly draft: Days
  /** Messages by path, such as `reminderDays.0`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onChange: (changed: Partial<Days>) => void
}

interface InputProps extends Omit<Props, 'draft'> {
  readonly name: keyof Days
  readonly days: readonly number[]
  readonly label: string
  readonly hint: string
}

const DaysInput = ({ name, days, label, hint, fields, onChange }: InputProps) => {
  const { t } = useTranslation()
  const [text, setText] = useState(days.join(', '))
  const [, error] = Object.entries(fields).find(([path]) => path.startsWith(name)) ?? []
  return (
    <TextInput
      label={label}
      description={hint}
      placeholder={t('settings.daysNone')}
      value={text}
      error={error}
      maxLength={60}
      autoComplete="off"
      onChange={(e) => {
        setText(e.currentTarget.value)
        onChange({ [name]: daysIn(e.currentTarget.value) })
      }}
    />
  )
}

/** When saved cards are charged for overdue invoices, and when vendors are reminded of them. */
export const OverdueInvoicesCard = ({ draft, ...props }: Props) => {
  const { t } = useTranslation()
  return (
    <Card title={t('settings.overdueInvoices')} text={t('settings.overdueInvoicesText')}>
      <div className={css.grid}>
        <DaysInput
          name="attemptDays"
          days={draft.attemptDays}
          label={t('settings.attemptDays')}
          hint={t('settings.attemptDaysHint')}
          {...props}
        />
        <DaysInput
          name="reminderDays"
          days={draft.reminderDays}
          label={t('settings.reminderDays')}
          hint={t('settings.reminderDaysHint')}
          {...props}
        />
      </div>
    </Card>
  )
}
