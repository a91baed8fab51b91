import type { FieldProps } from '#ui/TextInput.tsx'
import { useState } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { isTime } from '../dates/dayText.ts'
import { TimeField } from '../dates/TimeField.tsx'
import { useDayText } from '../dates/useTypedDay.ts'

export interface TimeBoxProps extends Pick<
  FieldProps<'input'>,
  'label' | 'aria-label' | 'description' | 'error' | 'size'
> {
  /** `HH:MM`; empty: none. */
  readonly value: string
  /** Takes a time, an empty text, or while typing what is not a time yet. */
  readonly onChange: (time: string) => void
  /** Takes the focus when a popup opens. */
  readonly first?: boolean
}

/** Midnight as the end of a day. */
const MIDNIGHT = /^\s*24[:.h]?00\s*$/

/**
 * A time of day outside a form of a record: in a filter, or in a setting. Text that is not a time stays
 * as it was typed, also if `onChange` does not take it, and shows an error once it is left.
 */
export const TimeBox = ({ value, onChange, first, error, ...input }: TimeBoxProps) => {
  const { t } = useTranslation()
  const days = useDayText()
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const wrong = typed ? t('form.noTime', { example: days.showTime('09:30') }) : undefined
  return (
    <TimeField
      {...input}
      {...(first ? { 'data-autofocus': '' } : {})}
      error={left && wrong ? wrong : error}
      value={typed ?? value}
      onValue={(next) => {
        const text = MIDNIGHT.test(next ?? '') ? '00:00' : (next ?? '')
        setTyped(isTime(text) ? undefined : text)
        setLeft(false)
        onChange(text)
      }}
      onBlur={() => {
        if (typed === '') setTyped(undefined)
        setLeft(true)
      }}
    />
  )
}
